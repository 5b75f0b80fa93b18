import { PlanServer } from '../../../tests/support/plan-server';
import { differences, readState } from '../../../tests/support/stored-differences';
import { type FlagContents, type Namespace, type Segment } from '../model';
import {
  planConstraintCreate,
  planConstraintDelete,
  planConstraintUpdate,
  planContentsCreate,
  planDefaultVariant,
  planFlagCreate,
  planFlagDelete,
  planFlagSwitch,
  planFlagUpdate,
  planNamespaceCreate,
  planNamespaceDelete,
  planNamespaceDestroy,
  planNamespaceUpdate,
  planOverride,
  planRolloutCreate,
  planRolloutDelete,
  planRolloutReorder,
  planRolloutReplace,
  planRolloutUpdate,
  planRuleCreate,
  planRuleDelete,
  planRuleReorder,
  planRuleUpdate,
  planSegmentCreate,
  planSegmentDelete,
  planSegmentUpdate,
  planVariantCreate,
  planVariantDelete,
  planVariantUpdate,
  type Change,
  type Plan,
  type PlanOutcome,
} from './index';
import { withIds } from './run-plan';

const server = new PlanServer();
const ns = 'changes';

/** All that changes flags, segments and namespaces. */
const WRITES = [
  'POST /namespaces',
  'PUT /namespaces/-',
  'DELETE /namespaces/-',
  ...['flags', 'segments'].flatMap((kind) => [
    `POST /namespaces/-/${kind}`,
    `PUT /namespaces/-/${kind}/-`,
    `DELETE /namespaces/-/${kind}/-`,
  ]),
  ...['flags/-/variants', 'flags/-/rules', 'flags/-/rollouts', 'segments/-/constraints'].flatMap((kind) => [
    `POST /namespaces/-/${kind}`,
    `PUT /namespaces/-/${kind}/-`,
    `DELETE /namespaces/-/${kind}/-`,
  ]),
  'POST /namespaces/-/flags/-/rules/-/distributions',
  'PUT /namespaces/-/flags/-/rules/-/distributions/-',
  'DELETE /namespaces/-/flags/-/rules/-/distributions/-',
  'PUT /namespaces/-/flags/-/rules/order',
  'PUT /namespaces/-/flags/-/rollouts/order',
];

const collections = new Set([
  'namespaces',
  ...['flags', 'segments', 'variants', 'rules', 'rollouts', 'constraints', 'distributions', 'order'],
]);

/** The routes of all calls that were sent. */
const sent = new Set<string>();

/** `/api/v1/namespaces/shop/flags/new` as `/namespaces/-/flags/-`. */
function routeOf(path: string): string {
  const segments = path.replace('/api/v1/', '').split('/');
  return `/${segments.map((segment) => (collections.has(segment) ? segment : '-')).join('/')}`;
}

/** Runs a plan: what it says must be what can be read afterwards, and its requests those that are sent. */
async function expectTold(plan: Plan, known?: PlanOutcome): Promise<PlanOutcome> {
  const before = await readState(server, plan.namespaceKey);
  server.takeLog();
  const outcome = await server.run(plan, known);
  const log = server.takeLog();
  const after = await readState(server, plan.namespaceKey);
  expect(plan.changes.toSorted(bySubject)).toEqual(differences(before, after).toSorted(bySubject));
  expect(plan.steps.map(({ call }) => withIds(call, outcome.answers))).toEqual(log);
  expect(JSON.stringify(log)).not.toContain('$');
  for (const { method, path } of log) sent.add(`${method} ${routeOf(path)}`);
  return outcome;
}

const bySubject = (left: Change, right: Change): number => (left.subject < right.subject ? -1 : 1);

/** The same of the plan and of its Undo. */
async function expectToldBothWays(plan: Plan): Promise<void> {
  const outcome = await expectTold(plan);
  if (plan.inverse === undefined) throw new Error(`${plan.title} has no inverse`);
  await expectTold(plan.inverse, outcome);
}

const contents = (key: string): Promise<FlagContents> => server.contentsOf(ns, key);

function at<Item>(items: readonly Item[], index: number): Item {
  const item = items[index];
  if (item === undefined) throw new Error(`there is nothing at ${index}`);
  return item;
}

const variantDraft = (key: string) => ({ key, name: `${key}!`, description: `is ${key}`, attachment: '[1]' });

const constraint = {
  type: 'STRING_COMPARISON_TYPE',
  property: 'country',
  operator: 'eq',
  value: 'DE',
  description: 'Germany',
} as const;

const segmentDraft = (key: string) => ({
  key,
  name: `Segment of ${key}`,
  description: 'd',
  matchType: 'ALL_MATCH_TYPE' as const,
  constraints: [constraint],
});

const flagDraft = { name: 'n', description: 'd', metadata: { owner: 'web' }, enabled: true };

beforeAll(async () => {
  await expectToldBothWays(planNamespaceCreate({ key: ns, name: 'Changes', description: 'of all kinds' }));
  await server.run(planNamespaceCreate({ key: ns, name: 'Changes', description: 'of all kinds' }));
  for (const key of ['german', 'staff', 'beta']) {
    await expectTold(planSegmentCreate(ns, segmentDraft(key)));
  }
  await expectTold(
    planFlagCreate(ns, {
      ...flagDraft,
      key: 'colour',
      type: 'VARIANT_FLAG_TYPE',
      variants: ['blue', 'green', 'red', 'spare'].map(variantDraft),
      defaultVariantKey: 'red',
    }),
  );
  await expectTold(
    planFlagCreate(ns, {
      ...flagDraft,
      key: 'banner',
      type: 'BOOLEAN_FLAG_TYPE',
      variants: [],
      defaultVariantKey: undefined,
    }),
  );
});

describe('what a plan says is what changes, and its requests are those that are sent, for', () => {
  test('rules and their shares', async () => {
    const { flag, rules } = await contents('colour');
    const share = (index: number, rollout: number) => ({ variantId: at(flag.variants, index).id, rollout });
    const choice = { segmentKeys: ['german'], segmentOperator: 'OR_SEGMENT_OPERATOR' } as const;
    await expectToldBothWays(planRuleCreate({ flag, rules }, { ...choice, shares: [share(0, 50)] }));
    await expectTold(
      planRuleCreate({ flag, rules }, { ...choice, shares: [share(0, 50), share(1, 30), share(2, 20)] }),
    );
    const first = await contents('colour');
    await expectToldBothWays(planRuleCreate(first, { ...choice, segmentKeys: ['staff'], shares: [] }, 0));
    await expectTold(
      planRuleCreate(
        first,
        { segmentKeys: ['staff', 'beta'], segmentOperator: 'AND_SEGMENT_OPERATOR', shares: [share(0, 100)] },
        0,
      ),
    );
    const second = await contents('colour');
    const rule = at(second.rules, 1);
    const [blue, green] = [at(rule.distributions, 0), at(rule.distributions, 1)];
    await expectToldBothWays(
      planRuleUpdate(second, rule, {
        segmentKeys: ['german', 'beta'],
        segmentOperator: 'OR_SEGMENT_OPERATOR',
        shares: [{ ...blue, rollout: 60 }, { ...green, rollout: 15.5 }, share(3, 24.5)],
      }),
    );
    const third = await contents('colour');
    await expectToldBothWays(planRuleReorder(third, third.rules.map(({ id }) => id).toReversed()));
    await expectToldBothWays(planRuleDelete(third, at(third.rules, 0)));
  });

  test('rollouts', async () => {
    const threshold = (percentage: number) =>
      ({
        type: 'THRESHOLD_ROLLOUT_TYPE',
        description: 'some',
        threshold: { percentage, value: true },
      }) as const;
    const segment = {
      type: 'SEGMENT_ROLLOUT_TYPE',
      description: '',
      segment: { segmentKeys: ['german', 'staff'], segmentOperator: 'OR_SEGMENT_OPERATOR', value: false },
    } as const;
    await expectTold(planRolloutCreate(await contents('banner'), threshold(25)));
    await expectToldBothWays(planRolloutCreate(await contents('banner'), segment, 0));
    await expectTold(planRolloutCreate(await contents('banner'), segment, 0));
    const scene = await contents('banner');
    const [targeted, gradual] = [at(scene.rollouts, 0), at(scene.rollouts, 1)];
    await expectToldBothWays(
      planRolloutUpdate(scene, gradual, {
        ...threshold(40),
        description: 'more',
        threshold: { percentage: 40, value: false },
      }),
    );
    await expectToldBothWays(
      planRolloutUpdate(scene, targeted, {
        ...segment,
        segment: { segmentKeys: ['staff'], segmentOperator: 'OR_SEGMENT_OPERATOR', value: true },
      }),
    );
    await expectToldBothWays(planRolloutReorder(scene, [gradual.id, targeted.id]));
    await expectToldBothWays(planOverride(scene, false, { user: 'ann', date: '2026-11-20' }));
    await expectToldBothWays(planRolloutReplace(scene, targeted, threshold(70)));
    const last = await contents('banner');
    await expectToldBothWays(planRolloutDelete(last, at(last.rollouts, 0)));
  });

  test('variants', async () => {
    const { flag, rules } = await contents('colour');
    await expectToldBothWays(planVariantCreate(flag, variantDraft('late')));
    const spare = at(flag.variants, 3);
    await expectToldBothWays(
      planVariantUpdate(flag, spare, { key: 'other', name: '', description: 'x', attachment: '{"a":2}' }),
    );
    await expectToldBothWays(planVariantDelete(flag, rules, spare));
  });

  test('flags', async () => {
    const { flag } = await contents('colour');
    await expectToldBothWays(planFlagSwitch(flag, false));
    await expectToldBothWays(planDefaultVariant(flag, undefined));
    await expectToldBothWays(
      planFlagUpdate(flag, { name: 'Colour', description: '', metadata: { owner: 'web', tags: ['a'] } }),
    );
    await expectToldBothWays(planFlagSwitch((await contents('banner')).flag, false));
    for (const key of ['colour', 'banner']) {
      await expectToldBothWays(planFlagDelete(await contents(key)));
      await expectToldBothWays(planContentsCreate(ns, await contents(key), `copy-of-${key}`));
    }
  });

  test('segments and constraints', async () => {
    const segment = async (): Promise<Segment> => server.segmentAt(ns, 'staff');
    await expectToldBothWays(
      planSegmentUpdate(await segment(), { name: 'S', description: '', matchType: 'ANY_MATCH_TYPE' }),
    );
    await expectToldBothWays(planConstraintCreate(await segment(), { ...constraint, property: 'plan' }));
    const stored = at((await segment()).constraints, 0);
    await expectToldBothWays(
      planConstraintUpdate(await segment(), stored, { ...stored, value: 'FR', description: '' }),
    );
    await expectToldBothWays(
      planConstraintUpdate(await segment(), stored, {
        ...stored,
        type: 'NUMBER_COMPARISON_TYPE',
        operator: 'gt',
        value: '7',
      }),
    );
    await expectToldBothWays(planConstraintDelete(await segment(), stored));
    await expectTold(planSegmentCreate(ns, segmentDraft('unused')));
    await expectToldBothWays(planSegmentDelete(await server.segmentAt(ns, 'unused')));
  });

  test('namespaces', async () => {
    const place = { key: 'short', name: 'Short', description: 'lived' };
    await expectTold(planNamespaceCreate(place));
    await server.run(planSegmentCreate('short', segmentDraft('german')));
    const namespace = async (): Promise<Namespace> => {
      const found = await server.namespaceAt('short');
      if (found === undefined) throw new Error('there is no such namespace');
      return found;
    };
    await expectToldBothWays(planNamespaceUpdate(await namespace(), { name: 'S', description: '' }));
    const segments = await server.segmentsOf('short');
    await expectToldBothWays(planNamespaceDelete(await namespace(), segments));
    await server.run(
      planFlagCreate('short', {
        ...flagDraft,
        ...{ key: 'plain', type: 'BOOLEAN_FLAG_TYPE', variants: [], defaultVariantKey: undefined },
      }),
    );
    const before = await readState(server, 'short');
    const plan = planNamespaceDestroy(await namespace(), segments, ['plain']);
    await server.run(plan);
    const after = await readState(server, 'short');
    // Of the flags in it only the keys are known.
    expect(plan.changes.map(({ kind, subject }) => [kind, subject]).toSorted()).toEqual(
      differences(before, after)
        .map(({ kind, subject }) => [kind, subject])
        .toSorted(),
    );
  });

  test('a variant that is used: rules and default variant that lose it are told', async () => {
    const { flag, rules } = await contents('colour');
    const red = at(
      flag.variants.filter(({ key }) => key === 'red'),
      0,
    );
    const before = await readState(server, ns);
    const plan = planVariantDelete(flag, rules, red);
    await server.run(plan);
    const found = differences(before, await readState(server, ns));
    const subjects = ['Flag colour: default variant', 'Rule 2: share of red', 'Variant red'];
    expect(found.map(({ subject }) => subject).toSorted()).toEqual(subjects);
    expect(plan.changes.map(({ subject }) => subject).toSorted()).toEqual(subjects);
  });

  test('each write that there is', () => {
    expect([...sent].toSorted()).toEqual(WRITES.toSorted());
  });
});
