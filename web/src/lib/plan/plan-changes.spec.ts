import { type FlagState, type RolloutState } from '@pennon/state';
import { aFlag } from '../../../tests/support/a-flag';
import { PlanServer } from '../../../tests/support/plan-server';
import { differences, readState, type StoredState } from '../../../tests/support/stored-differences';
import { type Namespace } from '../model';
import {
  planConstraintCreate,
  planConstraintDelete,
  planConstraintUpdate,
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
  rolloutPlans,
  rulePlans,
  planSegmentCreate,
  planSegmentDelete,
  planSegmentUpdate,
  planVariantCreate,
  planVariantDelete,
  planVariantUpdate,
  type BasedFlag,
  type BasedSegment,
  type Change,
  type Plan,
} from './index';

const server = new PlanServer();
const ns = 'changes';

/** How many revisions the namespace has had. */
async function revisionNumber(): Promise<number> {
  return Number.parseInt(await server.revisionOf(ns), 10);
}

/** Runs a plan: what it says must be what can be read afterwards. Gives the revision that it made. */
async function expectTold(plan: Plan): Promise<string | undefined> {
  const before = await readState(server, plan.namespaceKey);
  const revision = await server.run(plan);
  const after = await readState(server, plan.namespaceKey);
  expect(plan.changes.toSorted(bySubject)).toEqual(differences(before, after).toSorted(bySubject));
  return revision;
}

const bySubject = (left: Change, right: Change): number => (left.subject < right.subject ? -1 : 1);

/** The same of a plan that is one change of the server, which makes one revision, and puts it back. */
async function expectToldBothWays(plan: Plan): Promise<void> {
  const before = textsOf(await readState(server, ns));
  const number = await revisionNumber();
  const revision = await expectTold(plan);
  expect(await revisionNumber()).toBe(number + 1);
  if (revision === undefined) throw new Error(`${plan.title} has made no revision`);
  await server.revert(ns, revision);
  expect(textsOf(await readState(server, ns))).toEqual(before);
}

/** The same of a plan about a namespace, which has an inverse. */
async function expectNamespaceToldBothWays(plan: Plan): Promise<void> {
  await expectTold(plan);
  if (plan.inverse === undefined) throw new Error(`${plan.title} has no inverse`);
  await expectTold(plan.inverse);
}

/** All that there is, in words: ids may be others. */
function textsOf({ things }: StoredState): readonly string[] {
  return [...things.values()]
    .map(({ subject, text, fields }) => JSON.stringify([subject, text, fields]))
    .toSorted();
}

const contents = (key: string): Promise<BasedFlag> => server.contentsOf(ns, key);

function at<Item>(items: readonly Item[], index: number): Item {
  const item = items[index];
  if (item === undefined) throw new Error(`there is nothing at ${index}`);
  return item;
}

const variantDraft = (key: string) => ({ key, name: `${key}!`, description: `is ${key}`, attachment: '[1]' });

const constraint = {
  type: 'string',
  property: 'country',
  operator: 'eq',
  value: 'DE',
  description: 'Germany',
} as const;

const segmentDraft = (key: string) => ({
  key,
  name: `Segment of ${key}`,
  description: 'd',
  matchType: 'all' as const,
  constraints: [constraint],
});

const flagDraft = (key: string): FlagState =>
  aFlag(key, { name: 'n', description: 'd', metadata: { owner: 'web' } });

beforeAll(async () => {
  await expectNamespaceToldBothWays(
    planNamespaceCreate({ key: ns, name: 'Changes', description: 'of all kinds' }),
  );
  await server.run(planNamespaceCreate({ key: ns, name: 'Changes', description: 'of all kinds' }));
  for (const key of ['german', 'staff', 'beta']) {
    await expectTold(planSegmentCreate(ns, segmentDraft(key)));
  }
  await expectTold(
    planFlagCreate(ns, {
      ...flagDraft('colour'),
      variants: ['blue', 'green', 'red', 'spare'].map(variantDraft),
      defaultVariantKey: 'red',
    }),
  );
  await expectTold(planFlagCreate(ns, { ...flagDraft('banner'), type: 'boolean' }));
});

describe('what a plan says is what changes, in one revision that can be put back, for', () => {
  test('rules and their shares', async () => {
    const start = await contents('colour');
    const share = (index: number, rolloutPercent: number) => ({
      variantKey: at(start.variants, index).key,
      rolloutPercent,
    });
    const choice = { segmentKeys: ['german'], segmentOperator: 'or' } as const;
    await expectToldBothWays(rulePlans.create(start, { ...choice, distributions: [share(0, 50)] }));
    await expectTold(
      rulePlans.create(start, { ...choice, distributions: [share(0, 50), share(1, 30), share(2, 20)] }),
    );
    const first = await contents('colour');
    await expectToldBothWays(
      rulePlans.create(first, { ...choice, segmentKeys: ['staff'], distributions: [] }, 0),
    );
    await expectTold(
      rulePlans.create(
        first,
        {
          segmentKeys: ['staff', 'beta'],
          segmentOperator: 'and',
          distributions: [share(0, 100)],
        },
        0,
      ),
    );
    const second = await contents('colour');
    const rule = at(second.rules, 1);
    const [blue, green] = [at(rule.distributions, 0), at(rule.distributions, 1)];
    await expectToldBothWays(
      rulePlans.update(second, rule, {
        segmentKeys: ['german', 'beta'],
        segmentOperator: 'or',
        distributions: [{ ...blue, rolloutPercent: 60 }, { ...green, rolloutPercent: 15.5 }, share(3, 24.5)],
      }),
    );
    const third = await contents('colour');
    await expectToldBothWays(rulePlans.reorder(third, third.rules.map(({ id }) => id).toReversed()));
    await expectToldBothWays(rulePlans.delete(third, at(third.rules, 0)));
  });

  test('rollouts', async () => {
    const threshold = (percent: number, value = true): RolloutState => ({
      description: 'some',
      step: { type: 'threshold', percent, value },
    });
    const segment: RolloutState = {
      description: '',
      step: {
        ...{ type: 'segment', value: false },
        ...{ segmentKeys: ['german', 'staff'], segmentOperator: 'or' },
      },
    };
    await expectTold(rolloutPlans.create(await contents('banner'), threshold(25)));
    await expectToldBothWays(rolloutPlans.create(await contents('banner'), segment, 0));
    await expectTold(rolloutPlans.create(await contents('banner'), segment, 0));
    const scene = await contents('banner');
    const [targeted, gradual] = [at(scene.rollouts, 0), at(scene.rollouts, 1)];
    await expectToldBothWays(
      rolloutPlans.update(scene, gradual, {
        ...threshold(40, false),
        description: 'more',
      }),
    );
    await expectToldBothWays(
      rolloutPlans.update(scene, targeted, {
        ...segment,
        step: { type: 'segment', segmentKeys: ['staff'], segmentOperator: 'or', value: true },
      }),
    );
    await expectToldBothWays(rolloutPlans.reorder(scene, [gradual.id, targeted.id]));
    await expectToldBothWays(planOverride(scene, false, { user: 'ann', date: '2026-11-20' }));
    await expectToldBothWays(rolloutPlans.update(scene, targeted, threshold(70)));
    const last = await contents('banner');
    await expectToldBothWays(rolloutPlans.delete(last, at(last.rollouts, 0)));
  });

  test('variants', async () => {
    const start = await contents('colour');
    await expectToldBothWays(planVariantCreate(start, variantDraft('late')));
    const spare = at(start.variants, 3);
    await expectToldBothWays(
      planVariantUpdate(start, spare, { ...spare, description: 'x', attachment: '{"a":2}' }),
    );
    // To the server the one of the new key is another variant.
    const renamed = planVariantUpdate(start, spare, { ...spare, key: 'other' });
    expect(renamed.changes.map(({ subject, after }) => [subject, after])).toEqual([
      ['Variant spare: key', 'other'],
    ]);
    const revision = await server.run(renamed);
    expect((await contents('colour')).variants.map(({ key }) => key)).toContain('other');
    if (revision !== undefined) await server.revert(ns, revision);
    const last = await contents('colour');
    await expectToldBothWays(planVariantDelete(last, at(last.variants, 3)));
  });

  test('flags', async () => {
    const flag = await contents('colour');
    await expectToldBothWays(planFlagSwitch(flag, false));
    await expectToldBothWays(planDefaultVariant(flag, undefined));
    await expectToldBothWays(
      planFlagUpdate(await contents('colour'), {
        name: 'Colour',
        description: '',
        metadata: { owner: 'web', tags: ['a'] },
      }),
    );
    await expectToldBothWays(planFlagSwitch(await contents('banner'), false));
    for (const key of ['colour', 'banner']) {
      await expectToldBothWays(planFlagDelete(await contents(key)));
      await expectToldBothWays(planFlagCreate(ns, { ...(await contents(key)), key: `copy-of-${key}` }));
    }
  });

  test('segments and constraints', async () => {
    const segment = async (): Promise<BasedSegment> => server.segmentAt(ns, 'staff');
    await expectToldBothWays(
      planSegmentUpdate(await segment(), { name: 'S', description: '', matchType: 'any' }),
    );
    await expectToldBothWays(planConstraintCreate(await segment(), { ...constraint, property: 'plan' }));
    const stored = at((await segment()).constraints, 0);
    await expectToldBothWays(
      planConstraintUpdate(await segment(), stored, { ...stored, value: 'FR', description: '' }),
    );
    await expectToldBothWays(
      planConstraintUpdate(await segment(), stored, {
        ...stored,
        type: 'number',
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
    await expectNamespaceToldBothWays(planNamespaceUpdate(await namespace(), { name: 'S', description: '' }));
    const segments = await server.segmentsOf('short');
    await expectNamespaceToldBothWays(planNamespaceDelete(await namespace(), segments));
    await server.run(planFlagCreate('short', { ...flagDraft('plain'), type: 'boolean' }));
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
    const start = await contents('colour');
    const red = at(
      start.variants.filter(({ key }) => key === 'red'),
      0,
    );
    const before = await readState(server, ns);
    const plan = planVariantDelete(start, red);
    await server.run(plan);
    const found = differences(before, await readState(server, ns));
    const subjects = ['Flag colour: default variant', 'Rule 2: share of red', 'Variant red'];
    expect(found.map(({ subject }) => subject).toSorted()).toEqual(subjects);
    expect(plan.changes.map(({ subject }) => subject).toSorted()).toEqual(subjects);
  });
});
