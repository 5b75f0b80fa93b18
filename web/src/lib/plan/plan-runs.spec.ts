import { type RolloutState, ruleAnswers, type SegmentState } from '@pennon/state';
import { aFlag } from '../../../tests/support/a-flag';
import { PlanServer } from '../../../tests/support/plan-server';
import { splitEvenly } from '../audience/split';
import { type Flag, type Variant } from '../model';
import {
  dryRun,
  overrideOf,
  planConstraintDelete,
  planConstraintUpdate,
  planCopy,
  planDefaultVariant,
  planFlagCreate,
  planFlagDelete,
  planFlagState,
  planFlagSwitch,
  planFlagUpdate,
  planNamespaceCreate,
  planNamespaceDelete,
  planOverride,
  planRemoveOverride,
  rolloutPlans,
  rulePlans,
  planSegmentCreate,
  planSegmentDelete,
  planTurnOff,
  planTurnOn,
  planVariantCreate,
  planVariantDelete,
  planVariantUpdate,
  type BasedFlag,
  type CopyTarget,
  type Plan,
} from './index';

const server = new PlanServer();

/** Runs a plan and has it put back: what all entities get must have changed, if told so, and be back afterwards. */
async function runAndUndo(namespaceKey: string, plan: Plan, changes = true): Promise<void> {
  const before = await server.answersOf(namespaceKey);
  const revision = await server.run(plan);
  expect(plan.changes).not.toEqual([]);
  const during = await server.answersOf(namespaceKey);
  if (changes) expect(during).not.toEqual(before);
  if (revision === undefined) throw new Error(`${plan.title} has made no revision`);
  await server.revert(namespaceKey, revision);
  expect(await server.answersOf(namespaceKey)).toEqual(before);
}

const segmentDraft = (key: string, country?: string): SegmentState => ({
  key,
  name: key,
  description: '',
  matchType: 'all',
  constraints:
    country === undefined
      ? []
      : [
          {
            type: 'string',
            property: 'country',
            operator: 'eq',
            value: country,
            description: '',
          },
        ],
});

const variant = (key: string) => ({ key, name: '', description: '', attachment: '{"a":1}' });

/** A namespace with a variant flag of two rules and a boolean flag of two rollouts. */
async function setUp(namespaceKey: string): Promise<void> {
  await server.run(planNamespaceCreate({ key: namespaceKey, name: namespaceKey, description: '' }));
  await server.run(planSegmentCreate(namespaceKey, segmentDraft('german', 'DE')));
  await server.run(planSegmentCreate(namespaceKey, segmentDraft('everyone')));
  const shared = { name: 'n', description: 'd', metadata: { owner: 'web' } };
  const variants = ['blue', 'green', 'red', 'spare'].map(variant);
  await server.run(
    planFlagCreate(namespaceKey, aFlag('colour', { ...shared, variants, defaultVariantKey: 'red' })),
  );
  await server.run(
    planFlagCreate(namespaceKey, aFlag('banner', { ...shared, type: 'boolean', isEnabled: false })),
  );
  const share = (variantKey: string, rolloutPercent: number) => ({ variantKey, rolloutPercent });
  await server.run(
    rulePlans.create(await server.contentsOf(namespaceKey, 'colour'), {
      segmentKeys: ['everyone'],
      segmentOperator: 'or',
      distributions: [share('blue', 30), share('green', 30), share('red', 20)],
    }),
  );
  await server.run(
    rulePlans.create(
      await server.contentsOf(namespaceKey, 'colour'),
      {
        segmentKeys: ['german'],
        segmentOperator: 'or',
        distributions: [share('green', 100)],
      },
      0,
    ),
  );
  const banner = await server.contentsOf(namespaceKey, 'banner');
  await server.run(
    rolloutPlans.create(banner, {
      description: 'Germans',
      step: { type: 'segment', segmentKeys: ['german'], segmentOperator: 'or', value: true },
    }),
  );
  await server.run(
    rolloutPlans.create(
      await server.contentsOf(namespaceKey, 'banner'),
      { description: '', step: { type: 'threshold', percent: 40, value: false } },
      0,
    ),
  );
}

const ns = 'plans';
beforeAll(() => setUp(ns));

const colour = (): Promise<BasedFlag> => server.contentsOf(ns, 'colour');
const banner = (): Promise<BasedFlag> => server.contentsOf(ns, 'banner');

function at<Item>(items: readonly Item[], index: number): Item {
  const item = items[index];
  if (item === undefined) throw new Error(`there is nothing at ${index}`);
  return item;
}

const variantOf = ({ variants }: Flag, wanted: string): Variant =>
  at(
    variants.filter(({ key }) => key === wanted),
    0,
  );

describe('every entity gets the same again after Undo of', () => {
  test('deleting a flag', async () => {
    await runAndUndo(ns, planFlagDelete(await colour()));
    await runAndUndo(ns, planFlagDelete(await banner()));
  });

  test('deleting a rule, which comes back to its place', async () => {
    const contents = await colour();
    await runAndUndo(ns, rulePlans.delete(contents, at(contents.rules, 0)));
    const { rules } = await colour();
    expect(rules.map(({ segmentKeys }) => segmentKeys)).toEqual([['german'], ['everyone']]);
  });

  test('deleting a rollout, which comes back to its place', async () => {
    const contents = await banner();
    await runAndUndo(ns, rolloutPlans.delete(contents, at(contents.rollouts, 0)));
    expect((await banner()).rollouts.map(({ step }) => step.type)).toEqual(['threshold', 'segment']);
  });

  test('deleting a constraint', async () => {
    const segment = await server.segmentAt(ns, 'german');
    await runAndUndo(ns, planConstraintDelete(segment, at(segment.constraints, 0)));
  });

  test('deleting an unused variant and an unused segment', async () => {
    const contents = await colour();
    await runAndUndo(ns, planVariantDelete(contents, at(contents.variants, 3)), false);
    await server.run(planSegmentCreate(ns, segmentDraft('unused', 'NL')));
    await runAndUndo(ns, planSegmentDelete(await server.segmentAt(ns, 'unused')), false);
    expect((await server.segmentAt(ns, 'unused')).constraints).toHaveLength(1);
  });

  test('taking a variant in the middle out of a rule, and adding another', async () => {
    const contents = await colour();
    const rule = at(contents.rules, 1);
    const [blue, , red] = rule.distributions;
    const spare = at(contents.variants, 3).key;
    const shares = [blue, red].flatMap((share) => share ?? []);
    const draft = { ...rule, segmentKeys: ['everyone', 'german'] };
    const plan = rulePlans.update(contents, rule, {
      ...draft,
      distributions: [...shares, { variantKey: spare, rolloutPercent: 45 }],
    });
    expect(plan.changes.map(({ kind, subject, before, after }) => [kind, subject, before, after])).toEqual([
      ['update', 'Rule 2: segments', 'everyone', 'any of everyone, german'],
      ['delete', 'Rule 2: share of green', '30 %', undefined],
      ['create', 'Rule 2: share of spare', undefined, '45 %'],
    ]);
    await runAndUndo(ns, plan);
  });

  test('reordering rules and rollouts', async () => {
    const contents = await colour();
    await runAndUndo(ns, rulePlans.reorder(contents, contents.rules.map(({ id }) => id).toReversed()));
    const other = await banner();
    await runAndUndo(ns, rolloutPlans.reorder(other, other.rollouts.map(({ id }) => id).toReversed()));
  });

  test('editing and replacing rollouts', async () => {
    const contents = await banner();
    const [threshold, segment] = contents.rollouts;
    if (threshold?.step.type !== 'threshold' || segment === undefined) throw new Error('other rollouts');
    const draft: RolloutState = { ...threshold, step: { type: 'threshold', percent: 70, value: true } };
    await runAndUndo(ns, rolloutPlans.update(contents, threshold, draft));
    await runAndUndo(ns, rolloutPlans.update(contents, segment, { ...draft, description: '' }));
  });

  test('switching, editing and giving another default variant', async () => {
    const flag = await colour();
    await runAndUndo(ns, planFlagSwitch(flag, false));
    await runAndUndo(ns, planDefaultVariant(flag, undefined));
    await runAndUndo(ns, planFlagUpdate(await colour(), { name: 'Colour', metadata: undefined }), false);
    expect(await colour()).toMatchObject({
      name: 'n',
      isEnabled: true,
      defaultVariantKey: 'red',
      metadata: { owner: 'web' },
    });
  });

  test('turning flags off and on, and deleting one that is off', async () => {
    for (const contents of [colour, banner]) {
      const flag = await contents();
      await runAndUndo(ns, planTurnOff(flag, 'payments fail'));
      await server.run(planTurnOff(flag, 'payments fail'));
      await runAndUndo(ns, planTurnOn(await contents()));
      await runAndUndo(ns, planFlagDelete(await contents()), false);
      expect((await contents()).off).toMatchObject({ reason: 'payments fail' });
      await server.run(planTurnOn(await contents()));
    }
  });

  test('editing a constraint, a variant, and making a variant', async () => {
    const segment = await server.segmentAt(ns, 'german');
    const constraint = at(segment.constraints, 0);
    await runAndUndo(ns, planConstraintUpdate(segment, constraint, { ...constraint, value: 'FR' }));
    const contents = await colour();
    const first = at(contents.variants, 0);
    await runAndUndo(ns, planVariantUpdate(contents, first, { ...first, key: 'azure' }));
    await runAndUndo(ns, planVariantCreate(await colour(), variant('late')), false);
  });
});

test('an even split into 3, 6, 7, 9, 11, 12 and 13 gives everyone a variant, as the server stores it', async () => {
  await server.run(planNamespaceCreate({ key: 'splits', name: 'Splits', description: '' }));
  await server.run(planSegmentCreate('splits', segmentDraft('everyone')));
  for (const count of [3, 6, 7, 9, 11, 12, 13]) {
    const key = `into-${count}`;
    const keys = Array.from({ length: count }, (_, index) => `v${index}`);
    const distributions = splitEvenly(count).map((rolloutPercent, index) => ({
      variantKey: keys[index] ?? '',
      rolloutPercent,
    }));
    const rule = { segmentKeys: ['everyone'], segmentOperator: 'or', distributions } as const;
    const flag = aFlag(key, { name: key, variants: keys.map(variant), rules: [rule] });
    await server.run(planFlagCreate('splits', flag));
    const contents = await server.contentsOf('splits', key);
    const answers = ruleAnswers(contents.rules[0]?.distributions ?? [], contents);
    expect(answers.filter(({ kind }) => kind !== 'variant')).toEqual([]);
  }
  const answers = await server.answersOf('splits');
  expect(answers.filter(({ match, variantKey }) => match !== true || variantKey === '')).toEqual([]);
});

test('deleting a variant that is used says what becomes of the rules, and can be undone', async () => {
  const contents = await colour();
  const plan = planVariantDelete(contents, variantOf(contents, 'red'));
  expect(plan.changes.map(({ subject, after }) => [subject, after])).toEqual([
    ['Flag colour: default variant', 'none'],
    ['Variant red', undefined],
    ['Rule 2: share of red', '40 % will get no variant'],
  ]);
  await runAndUndo(ns, plan);
});

test('an override serves one value to everyone, and ends without a trace', async () => {
  const before = await server.answersOf(ns);
  await server.run(planOverride(await banner(), false, { user: 'ann', date: '2026-11-20' }));
  const contents = await banner();
  const override = overrideOf(contents.rollouts);
  expect(override?.description).toBe('Override by ann 2026-11-20');
  expect(contents.rollouts).toHaveLength(3);
  expect(await server.answersOf(ns)).not.toEqual(before);
  if (override !== undefined) await server.run(planRemoveOverride(contents, override));
  expect(await server.answersOf(ns)).toEqual(before);
});

describe('a copy to an empty namespace', () => {
  const target = {
    namespaceKey: 'copies',
    flags: [],
    segments: [],
    create: { key: 'copies', name: 'Copies', description: '' },
  };
  const statesOf = async (namespaceKey: string) => ({
    flags: [await server.contentsOf(namespaceKey, 'colour'), await server.contentsOf(namespaceKey, 'banner')],
    segments: await server.segmentsOf(namespaceKey),
  });
  const present = async () => ({ namespaceKey: 'copies', ...(await statesOf('copies')) });
  const itemsFor = async (place: CopyTarget) => {
    const source = await statesOf(ns);
    const options = { withTargeting: true, withSegments: true, keepEnabled: true };
    return dryRun({ source, chosen: { flags: source.flags, segments: [] }, target: place, options });
  };

  test('gives all entities the same, and is identical then', async () => {
    await server.run(planCopy(target, await itemsFor(target)));
    expect(await server.answersOf('copies')).toEqual(await server.answersOf(ns));
    const items = await itemsFor(await present());
    expect(items.map(({ key, state }) => `${key} ${state}`)).toEqual([
      'german identical',
      'everyone identical',
      'colour identical',
      'banner identical',
    ]);
  });

  test('overwriting what differs makes it the same, and Undo brings the other back', async () => {
    const contents = await server.contentsOf('copies', 'colour');
    await server.run(planFlagUpdate(contents, { name: 'other' }));
    await server.run(rulePlans.delete(contents, at(contents.rules, 1)));
    const place = { base: await server.revisionOf('copies'), ...(await present()) };
    const changed = await server.answersOf('copies');
    const plan = planCopy(place, await itemsFor(place), new Map([['flag:colour', 'overwrite']]));
    const revision = await server.run(plan);
    expect(await server.answersOf('copies')).toEqual(await server.answersOf(ns));
    if (revision !== undefined) await server.revert('copies', revision);
    expect(await server.answersOf('copies')).toEqual(changed);
  });
});

test('restoring an earlier state gives every entity what it got then', async () => {
  const earlier = await colour();
  const before = await server.answersOf(ns);
  await server.run(rulePlans.delete(earlier, at(earlier.rules, 0)));
  const contents = await colour();
  await server.run(planVariantDelete(contents, at(contents.variants, 1)));
  await server.run(planFlagState(await colour(), { title: 'Restore' }, () => earlier));
  expect(await server.answersOf(ns)).toEqual(before);
});

test('the server restores a flag as of a revision, with variants and rules that are gone since', async () => {
  const before = await server.answersOf(ns);
  const revision = await server.revisionOf(ns);
  const flag = await colour();
  await server.run(rulePlans.reorder(await colour(), flag.rules.map(({ id }) => id).toReversed()));
  await server.run(rulePlans.delete(await colour(), at((await colour()).rules, 0)));
  await server.run(planVariantDelete(await colour(), variantOf(flag, 'green')));
  expect(await server.answersOf(ns)).not.toEqual(before);
  const past = { way: 'restore', revision, flags: ['colour'] } as const;
  await server.run({ title: 'Restore', namespaceKey: ns, changes: [], wanted: { past } });
  expect(await server.answersOf(ns)).toEqual(before);
});

test('a namespace without flags comes back with its segments', async () => {
  await server.run(planNamespaceCreate({ key: 'short', name: 'Short', description: '' }));
  await server.run(planSegmentCreate('short', segmentDraft('german', 'DE')));
  const namespace = {
    key: 'short',
    name: 'Short',
    description: '',
    protected: false,
    createdAt: '',
    updatedAt: '',
  };
  const plan = planNamespaceDelete(namespace, await server.segmentsOf('short'));
  await server.run(plan);
  expect(await server.statusOf('/api/v1/namespaces/short')).toBe(404);
  if (plan.inverse !== undefined) await server.run(plan.inverse);
  expect((await server.segmentAt('short', 'german')).constraints).toHaveLength(1);
});
