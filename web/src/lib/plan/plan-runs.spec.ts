import { jsonOf, jsonRequest } from '../../../../test/support/http';
import { useServer as sharedServer } from '../../../../test/support/use-server';
import { flagOf, rolloutOf, ruleOf, segmentOf } from '@/api/normalise';
import { NamespaceIndex, wireSnapshot } from '@/index';
import * as z from '@/lib/zod';
import { type Flag, type FlagContents, type Rule, type Segment, type Variant } from '../model';
import {
  dryRun,
  overrideOf,
  planConstraintDelete,
  planConstraintUpdate,
  planCopy,
  planDefaultVariant,
  planFlagCreate,
  planFlagDelete,
  planFlagSwitch,
  planFlagUpdate,
  planNamespaceCreate,
  planNamespaceDelete,
  planOverride,
  planRemoveCreated,
  planRemoveOverride,
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
  planVariantCreate,
  planVariantDelete,
  planVariantUpdate,
  planVersion,
  type Plan,
  type PlanOutcome,
  type SegmentDraft,
  type Version,
  type VersionScene,
} from './index';
import { planRestore } from './restore-plans';
import { runPlan, type Send } from './run-plan';

const server = sharedServer();

/** Sends a call to the server; a refusal is an error. */
const send: Send = async ({ method, path, query, body }) => {
  const whole = query === undefined ? path : `${path}?${new URLSearchParams(query).toString()}`;
  const request = method === 'DELETE' ? { verb: method, path: whole } : jsonRequest(method, whole, body);
  const answer = await server.send(request);
  if (answer.status !== 200) throw new Error(`${method} ${whole}: ${answer.body.toString()}`);
  return jsonOf(answer);
};

const list = z.object({
  flags: z._default(z.array(z.unknown()), []),
  segments: z._default(z.array(z.unknown()), []),
  rules: z._default(z.array(z.unknown()), []),
});

async function listAt(namespaceKey: string, path: string): Promise<z.infer<typeof list>> {
  return z.parse(list, jsonOf(await server.send({ path: `/api/v1/namespaces/${namespaceKey}/${path}` })));
}

async function contentsOf(namespaceKey: string, key: string): Promise<FlagContents> {
  const flag = flagOf(jsonOf(await server.send({ path: `/api/v1/namespaces/${namespaceKey}/flags/${key}` })));
  const { rules } = await listAt(namespaceKey, `flags/${key}/rules`);
  const { rules: rollouts } = await listAt(namespaceKey, `flags/${key}/rollouts`);
  return { flag, rules: rules.map(ruleOf), rollouts: rollouts.map(rolloutOf) };
}

async function segmentsOf(namespaceKey: string): Promise<readonly Segment[]> {
  return (await listAt(namespaceKey, 'segments')).segments.map(segmentOf);
}

async function segmentAt(namespaceKey: string, key: string): Promise<Segment> {
  const segment = (await segmentsOf(namespaceKey)).find((each) => each.key === key);
  if (segment === undefined) throw new Error(`there is no segment ${key}`);
  return segment;
}

/** What 1,000 entities of two countries get from all flags. */
async function answersOf(namespaceKey: string): Promise<unknown> {
  const path = `/internal/v1/evaluation/snapshot/namespace/${namespaceKey}`;
  const headers = { 'X-Flipt-Accept-Server-Version': '1.47.0' };
  const index = new NamespaceIndex(z.parse(wireSnapshot, jsonOf(await server.send({ path, headers }))));
  return Array.from({ length: 1000 }, (_, entity) =>
    index
      .evaluateAll(`entity-${entity}`, { country: entity % 2 === 0 ? 'DE' : 'FR', plan: 'pro' })
      .toSorted((left, right) => (left.flagKey < right.flagKey ? -1 : 1))
      .map(({ flagKey, value, match, reason, segmentKeys }) => [flagKey, value, match, reason, segmentKeys]),
  );
}

async function run(plan: Plan, known?: PlanOutcome): Promise<PlanOutcome> {
  const outcome = await runPlan(
    plan,
    send,
    known === undefined ? {} : { known: { done: 0, answers: known.answers } },
  );
  if (outcome.failure !== undefined) throw outcome.failure.error;
  return outcome;
}

/** Runs a plan and its inverse: what all entities get must have changed, if told so, and be back afterwards. */
async function runAndUndo(namespaceKey: string, plan: Plan, changes = true): Promise<void> {
  const before = await answersOf(namespaceKey);
  const outcome = await run(plan);
  expect(plan.changes).not.toEqual([]);
  const during = await answersOf(namespaceKey);
  if (changes) expect(during).not.toEqual(before);
  if (plan.inverse === undefined) throw new Error(`${plan.title} has no inverse`);
  await run(plan.inverse, outcome);
  expect(await answersOf(namespaceKey)).toEqual(before);
}

const segmentDraft = (key: string, country?: string): SegmentDraft => ({
  key,
  name: key,
  description: '',
  matchType: 'ALL_MATCH_TYPE',
  constraints:
    country === undefined
      ? []
      : [
          {
            type: 'STRING_COMPARISON_TYPE',
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
  await run(planNamespaceCreate({ key: namespaceKey, name: namespaceKey, description: '' }));
  await run(planSegmentCreate(namespaceKey, segmentDraft('german', 'DE')));
  await run(planSegmentCreate(namespaceKey, segmentDraft('everyone')));
  const shared = { name: 'n', description: 'd', metadata: { owner: 'web' } };
  await run(
    planFlagCreate(namespaceKey, {
      ...shared,
      key: 'colour',
      type: 'VARIANT_FLAG_TYPE',
      enabled: true,
      variants: ['blue', 'green', 'red', 'spare'].map(variant),
      defaultVariantKey: 'red',
    }),
  );
  await run(
    planFlagCreate(namespaceKey, {
      ...shared,
      key: 'banner',
      type: 'BOOLEAN_FLAG_TYPE',
      enabled: false,
      variants: [],
      defaultVariantKey: undefined,
    }),
  );
  const { flag } = await contentsOf(namespaceKey, 'colour');
  const idOf = (key: string): string => flag.variants.find((each) => each.key === key)?.id ?? '';
  const share = (key: string, rollout: number) => ({ variantId: idOf(key), rollout });
  await run(
    planRuleCreate(
      { flag, rules: [] },
      {
        segmentKeys: ['everyone'],
        segmentOperator: 'OR_SEGMENT_OPERATOR',
        shares: [share('blue', 30), share('green', 30), share('red', 20)],
      },
    ),
  );
  const { rules } = await contentsOf(namespaceKey, 'colour');
  await run(
    planRuleCreate(
      { flag, rules },
      { segmentKeys: ['german'], segmentOperator: 'OR_SEGMENT_OPERATOR', shares: [share('green', 100)] },
      0,
    ),
  );
  const banner = await contentsOf(namespaceKey, 'banner');
  await run(
    planRolloutCreate(banner, {
      type: 'SEGMENT_ROLLOUT_TYPE',
      description: 'Germans',
      segment: { segmentKeys: ['german'], segmentOperator: 'OR_SEGMENT_OPERATOR', value: true },
    }),
  );
  await run(
    planRolloutCreate(
      await contentsOf(namespaceKey, 'banner'),
      { type: 'THRESHOLD_ROLLOUT_TYPE', description: '', threshold: { percentage: 40, value: false } },
      0,
    ),
  );
}

const ns = 'plans';
beforeAll(() => setUp(ns));

const colour = (): Promise<FlagContents> => contentsOf(ns, 'colour');
const banner = (): Promise<FlagContents> => contentsOf(ns, 'banner');

function at<Item>(items: readonly Item[], index: number): Item {
  const item = items[index];
  if (item === undefined) throw new Error(`there is nothing at ${index}`);
  return item;
}

describe('section 4 item 4: every entity gets the same again after Undo of', () => {
  test('deleting a flag', async () => {
    await runAndUndo(ns, planFlagDelete(await colour()));
    await runAndUndo(ns, planFlagDelete(await banner()));
  });

  test('deleting a rule, which comes back to its place', async () => {
    const contents = await colour();
    await runAndUndo(ns, planRuleDelete(contents, at(contents.rules, 0)));
    const { rules } = await colour();
    expect(rules.map(({ segmentKeys }) => segmentKeys)).toEqual([['german'], ['everyone']]);
  });

  test('deleting a rollout, which comes back to its place', async () => {
    const contents = await banner();
    await runAndUndo(ns, planRolloutDelete(contents, at(contents.rollouts, 0)));
    expect((await banner()).rollouts.map(({ type }) => type)).toEqual([
      'THRESHOLD_ROLLOUT_TYPE',
      'SEGMENT_ROLLOUT_TYPE',
    ]);
  });

  test('deleting a constraint', async () => {
    const segment = await segmentAt(ns, 'german');
    await runAndUndo(ns, planConstraintDelete(segment, at(segment.constraints, 0)));
  });

  test('deleting an unused variant and an unused segment', async () => {
    const { flag, rules } = await colour();
    await runAndUndo(ns, planVariantDelete(flag, rules, at(flag.variants, 3)), false);
    await run(planSegmentCreate(ns, segmentDraft('unused', 'NL')));
    await runAndUndo(ns, planSegmentDelete(await segmentAt(ns, 'unused')), false);
    expect((await segmentAt(ns, 'unused')).constraints).toHaveLength(1);
  });

  test('taking a variant in the middle out of a rule, and adding another', async () => {
    const contents = await colour();
    const rule = at(contents.rules, 1);
    const [blue, , red] = rule.distributions;
    const spare = at(contents.flag.variants, 3).id;
    const shares = [blue, red].flatMap((share) => share ?? []);
    const draft = { ...rule, segmentKeys: ['everyone', 'german'] };
    const plan = planRuleUpdate(contents, rule, {
      ...draft,
      shares: [...shares, { variantId: spare, rollout: 45 }],
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
    await runAndUndo(ns, planRuleReorder(contents, contents.rules.map(({ id }) => id).toReversed()));
    const other = await banner();
    await runAndUndo(ns, planRolloutReorder(other, other.rollouts.map(({ id }) => id).toReversed()));
  });

  test('editing and replacing rollouts', async () => {
    const contents = await banner();
    const [threshold, segment] = contents.rollouts;
    if (threshold?.type !== 'THRESHOLD_ROLLOUT_TYPE' || segment === undefined)
      throw new Error('other rollouts');
    const draft = { ...threshold, threshold: { percentage: 70, value: true } };
    await runAndUndo(ns, planRolloutUpdate(contents, threshold, draft));
    await runAndUndo(ns, planRolloutReplace(contents, segment, { ...draft, description: '' }));
  });

  test('switching, editing and giving another default variant', async () => {
    const { flag } = await colour();
    await runAndUndo(ns, planFlagSwitch(flag, false));
    await runAndUndo(ns, planDefaultVariant(flag, undefined));
    await runAndUndo(ns, planFlagUpdate(flag, { name: 'Colour', metadata: {} }), false);
    expect((await colour()).flag).toMatchObject({
      name: 'n',
      enabled: true,
      defaultVariant: { key: 'red' },
      metadata: { owner: 'web' },
    });
  });

  test('editing a constraint, a variant, and making a variant', async () => {
    const segment = await segmentAt(ns, 'german');
    const constraint = at(segment.constraints, 0);
    await runAndUndo(ns, planConstraintUpdate(segment, constraint, { ...constraint, value: 'FR' }));
    const { flag } = await colour();
    const first = at(flag.variants, 0);
    await runAndUndo(ns, planVariantUpdate(flag, first, { ...first, key: 'azure' }));
    await runAndUndo(ns, planVariantCreate(flag, variant('late')), false);
  });
});

test('1.3: there is no Undo for deleting a variant that is used; the plan says what becomes of the rules', async () => {
  const { flag, rules } = await colour();
  const plan = planVariantDelete(flag, rules, at(flag.variants, 2));
  expect(plan.inverse).toBeUndefined();
  expect(plan.changes.map(({ subject, after }) => [subject, after])).toEqual([
    ['Variant red', undefined],
    ['Rule 2: share of red', '40 % will get no variant'],
    ['Flag colour: default variant', 'none'],
  ]);
});

test('RO-9: an override serves one value to everyone, and ends without a trace', async () => {
  const before = await answersOf(ns);
  await run(planOverride(await banner(), false, { user: 'ann', date: '2026-11-20' }));
  const contents = await banner();
  const override = overrideOf(contents.rollouts);
  expect(override?.description).toBe('Override by ann 2026-11-20');
  expect(contents.rollouts).toHaveLength(3);
  expect(await answersOf(ns)).not.toEqual(before);
  if (override !== undefined) await run(planRemoveOverride(contents, override));
  expect(await answersOf(ns)).toEqual(before);
});

describe('1.12: a copy to an empty namespace', () => {
  const options = { withTargeting: true, withSegments: true, keepEnabled: true };
  const target = {
    namespaceKey: 'copies',
    flags: [],
    segments: [],
    create: { key: 'copies', name: 'Copies', description: '' },
  };
  const source = async () => ({ flags: [await colour(), await banner()], segments: await segmentsOf(ns) });
  const chosen = async () => ({ flags: (await source()).flags, segments: [] });

  test('section 4 item 8: after a failure in the middle, what was created can be removed', async () => {
    const plan = planCopy(await source(), await chosen(), target, options);
    const half = { ...plan, steps: plan.steps.slice(0, 9) };
    const outcome = await run(half);
    await run(planRemoveCreated(plan, outcome.done));
    expect((await server.send({ path: '/api/v1/namespaces/copies' })).status).toBe(404);
  });

  test('section 4 item 8: gives all entities the same, is identical then, and can be undone', async () => {
    const outcome = await run(planCopy(await source(), await chosen(), target, options));
    expect(await answersOf('copies')).toEqual(await answersOf(ns));
    const present = {
      namespaceKey: 'copies',
      flags: [await contentsOf('copies', 'colour'), await contentsOf('copies', 'banner')],
      segments: await segmentsOf('copies'),
    };
    const items = dryRun(await source(), await chosen(), present, options);
    expect(items.map(({ key, state }) => `${key} ${state}`)).toEqual([
      'german identical',
      'everyone identical',
      'colour identical',
      'banner identical',
    ]);
    expect(outcome.failure).toBeUndefined();
  });

  test('1.12: overwriting what differs makes it the same, and Undo brings the other back', async () => {
    const { flag } = await contentsOf('copies', 'colour');
    const contents = await contentsOf('copies', 'colour');
    await run(planFlagUpdate(flag, { name: 'other' }));
    await run(planRuleDelete(contents, at(contents.rules, 1)));
    const present = {
      namespaceKey: 'copies',
      flags: [await contentsOf('copies', 'colour'), await contentsOf('copies', 'banner')],
      segments: await segmentsOf('copies'),
    };
    const changed = await answersOf('copies');
    const plan = planCopy(
      await source(),
      await chosen(),
      present,
      options,
      new Map([['flag:colour', 'overwrite']]),
    );
    const outcome = await run(plan);
    expect(await answersOf('copies')).toEqual(await answersOf(ns));
    if (plan.inverse !== undefined) await run(plan.inverse, outcome);
    expect(await answersOf('copies')).toEqual(changed);
  });
});

test('HI-2: restoring an earlier state gives every entity what it got then', async () => {
  const earlier = await colour();
  const before = await answersOf(ns);
  await run(planRuleDelete(earlier, at(earlier.rules, 0)));
  const { flag, rules } = await colour();
  await run(planVariantDelete(flag, rules, at(flag.variants, 1)));
  await run(planRestore(await colour(), earlier));
  expect(await answersOf(ns)).toEqual(before);
});

describe('HI-2: every entity gets the same as before with the earlier version of', () => {
  /** @param deletedVariants Those that were deleted, as they were. */
  async function restore(version: Version, deletedVariants: readonly Variant[] = []): Promise<Plan> {
    const scene: VersionScene = {
      ...(await colour()),
      segmentKeys: new Set((await segmentsOf(ns)).map(({ key }) => key)),
      deletedVariants: new Map(deletedVariants.map(({ id, key }) => [id, key])),
    };
    const restoration = planVersion(scene, version);
    if ('obstacle' in restoration) throw new Error(restoration.obstacle);
    await run(restoration.plan);
    return restoration.plan;
  }

  const variantOf = ({ variants }: Flag, wanted: string): Variant =>
    at(
      variants.filter(({ key }) => key === wanted),
      0,
    );

  const versionOf = (rule: Rule): Version => ({
    kind: 'rule',
    id: rule.id,
    rank: rule.rank,
    choice: rule,
    shares: rule.distributions,
  });

  test('a rule that has lost its first share and got another', async () => {
    const before = await answersOf(ns);
    const { flag, rules } = await colour();
    const rule = at(rules, 1);
    const [, ...others] = rule.distributions;
    const spare = variantOf(flag, 'spare');
    const shares = [...others, { variantId: spare.id, rollout: 10 }];
    await run(planRuleUpdate({ flag, rules }, rule, { ...rule, shares }));
    expect(await answersOf(ns)).not.toEqual(before);
    await restore(versionOf(rule));
    expect(await answersOf(ns)).toEqual(before);
    expect(at((await colour()).rules, 1).id).toBe(rule.id);
  });

  test('a rule that is gone, and a variant of it', async () => {
    const before = await answersOf(ns);
    const { flag, rules } = await colour();
    const rule = at(rules, 0);
    const green = variantOf(flag, 'green');
    await run(planRuleDelete({ flag, rules }, at(rules, 1)));
    await run(planRuleDelete(await colour(), rule));
    await run(planVariantDelete((await colour()).flag, [], green));
    await expect(restore(versionOf(rule), [green])).rejects.toThrow('variant green is gone');
    await restore({ kind: 'variant', id: green.id, values: green });
    await restore(versionOf(at(rules, 1)), [green]);
    const plan = await restore(versionOf(rule), [green]);
    expect(plan.title).toBe('Restore rule 1 of colour, with a new id');
    expect(await answersOf(ns)).toEqual(before);
  });

  test('the order of the rules', async () => {
    const before = await answersOf(ns);
    const ids = (await colour()).rules.map(({ id }) => id);
    await run(planRuleReorder(await colour(), ids.toReversed()));
    expect(await answersOf(ns)).not.toEqual(before);
    await restore({ kind: 'rule order', ids: ['gone', ...ids] });
    expect(await answersOf(ns)).toEqual(before);
  });
});

test('1.3: a namespace without flags comes back with its segments', async () => {
  await run(planNamespaceCreate({ key: 'short', name: 'Short', description: '' }));
  await run(planSegmentCreate('short', segmentDraft('german', 'DE')));
  const namespace = {
    key: 'short',
    name: 'Short',
    description: '',
    protected: false,
    createdAt: '',
    updatedAt: '',
  };
  const plan = planNamespaceDelete(namespace, await segmentsOf('short'));
  await run(plan);
  expect((await server.send({ path: '/api/v1/namespaces/short' })).status).toBe(404);
  if (plan.inverse !== undefined) await run(plan.inverse);
  expect((await segmentAt('short', 'german')).constraints).toHaveLength(1);
});
