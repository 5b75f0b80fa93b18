import type { DescMethodUnary, DescService } from '@bufbuild/protobuf';
import { timestampOf, flipt, pennonChanges, pennonTransfer } from '@pennon/proto';
import * as proto from '@pennon/proto';
import { NO_REVIEW } from '@pennon/domain';
import { UnitOfWork } from '@pennon/storage';
import { newWriterForEachTest } from '../../support/writer-app';

const { method: flags } = flipt.Flipt;
const { method: changes } = pennonChanges.ChangeService;
const { importNamespace, exportNamespace } = pennonTransfer.TransferService.method;
const { Change_State: State, ChangeMode } = pennonChanges;

const { call, callAs, service } = newWriterForEachTest();

const namespaceKey = 'shop';

/** Calls of somebody whose role may bypass the review, with and without a reason. */
const namespaceRights = { assert: () => undefined, rolesIn: () => new Set(['admin']), mayWrite: () => true };
const plainly = callAs({ namespaceRights });
const bypassing = callAs({
  namespaceRights,
  header: (name) => (name === 'x-pennon-bypass-review' ? 'it burns' : undefined),
});

/** What there is in the namespace, by the names that the calls below use. */
interface Ids {
  readonly variant: string;
  readonly otherVariant: string;
  readonly rule: string;
  readonly otherRule: string;
  readonly rollout: string;
  readonly otherRollout: string;
  readonly constraint: string;
  readonly distribution: string;
  readonly change: string;
}

/** Makes a namespace that holds some of everything, and whose changes need an approval. */
async function shop(): Promise<Ids> {
  await call(flags.createNamespace, { key: namespaceKey, name: 'Shop' });
  const flagKey = 'colour';
  await call(flags.createFlag, { namespaceKey, key: flagKey, name: 'Colour' });
  await call(flags.createSegment, { namespaceKey, key: 'beta', name: 'Beta' });
  await call(flags.createSegment, { namespaceKey, key: 'unused', name: 'Unused' });
  const { id: variant } = await call(flags.createVariant, { namespaceKey, flagKey, key: 'red' });
  const { id: otherVariant } = await call(flags.createVariant, { namespaceKey, flagKey, key: 'blue' });
  const ofRule = { namespaceKey, flagKey, segmentKeys: ['beta'] };
  const { id: rule } = await call(flags.createRule, { ...ofRule, rank: 1 });
  const { id: otherRule } = await call(flags.createRule, { ...ofRule, rank: 2 });
  const half = { namespaceKey, flagKey, ruleId: rule, variantId: variant, rollout: 50 };
  const { id: distribution } = await call(flags.createDistribution, half);
  await call(flags.createFlag, {
    namespaceKey,
    key: 'banner',
    name: 'Banner',
    type: flipt.FlagType.BOOLEAN_FLAG_TYPE,
  });
  const threshold = (percentage: number) =>
    ({ rule: { case: 'threshold', value: { percentage, value: true } } }) as const;
  const ofRollout = { namespaceKey, flagKey: 'banner' };
  const { id: rollout } = await call(flags.createRollout, { ...ofRollout, rank: 1, ...threshold(10) });
  const { id: otherRollout } = await call(flags.createRollout, { ...ofRollout, rank: 2, ...threshold(20) });
  const { id: constraint } = await call(flags.createConstraint, {
    ...{ namespaceKey, segmentKey: 'beta', property: 'plan', operator: 'eq', value: 'pro' },
    type: flipt.ComparisonType.STRING_COMPARISON_TYPE,
  });
  const { change } = await call(changes.createChange, {
    ...{ namespaceKey, mode: ChangeMode.PROPOSE, source: documentOf('Proposed') },
  });
  await call(changes.updatePolicy, { namespaceKey, policy: { requiredApprovals: 1, bypass: ['admin'] } });
  return {
    ...{ variant, otherVariant, rule, otherRule, rollout, otherRollout, constraint, distribution },
    change: change?.id ?? '',
  };
}

/** A new flag, as the source of a change. */
function documentOf(name: string) {
  const document = JSON.stringify({ namespace: namespaceKey, flags: [{ key: 'new', name }] });
  return { case: 'document', value: { document } } as const;
}

/** A call, with what it asks for. */
interface Write {
  readonly method: DescMethodUnary;
  readonly request: (ids: Ids) => Record<string, unknown>;
}

function write(method: DescMethodUnary, request: (ids: Ids) => Record<string, unknown>): Write {
  return { method, request };
}

const colour = { namespaceKey, flagKey: 'colour' };
const banner = { namespaceKey, flagKey: 'banner' };
const half = { case: 'threshold', value: { percentage: 50, value: true } } as const;

/** Calls that change who gets what: without an approval they are refused or wait, and a reason lets them pass. */
const reviewed: readonly Write[] = [
  write(flags.updateNamespace, () => ({ key: namespaceKey, name: 'Other' })),
  write(flags.createFlag, () => ({ namespaceKey, key: 'new', name: 'New' })),
  write(flags.updateFlag, () => ({ namespaceKey, key: 'colour', name: 'Hue' })),
  write(flags.deleteFlag, () => ({ namespaceKey, key: 'colour' })),
  write(flags.createVariant, () => ({ ...colour, key: 'green' })),
  write(flags.updateVariant, ({ variant }) => ({ ...colour, id: variant, key: 'crimson' })),
  write(flags.deleteVariant, ({ otherVariant }) => ({ ...colour, id: otherVariant })),
  write(flags.createSegment, () => ({ namespaceKey, key: 'new', name: 'New' })),
  write(flags.updateSegment, () => ({ namespaceKey, key: 'beta', name: 'Gamma' })),
  write(flags.deleteSegment, () => ({ namespaceKey, key: 'unused' })),
  write(flags.createConstraint, () => ({
    ...{ namespaceKey, segmentKey: 'beta', property: 'age', operator: 'eq', value: '7' },
    type: flipt.ComparisonType.STRING_COMPARISON_TYPE,
  })),
  write(flags.updateConstraint, ({ constraint }) => ({
    ...{ namespaceKey, segmentKey: 'beta', id: constraint, property: 'plan', operator: 'eq', value: 'free' },
    type: flipt.ComparisonType.STRING_COMPARISON_TYPE,
  })),
  write(flags.deleteConstraint, ({ constraint }) => ({ namespaceKey, segmentKey: 'beta', id: constraint })),
  write(flags.createRule, () => ({ ...colour, segmentKeys: ['beta'], rank: 1 })),
  write(flags.updateRule, ({ rule }) => ({ ...colour, id: rule, segmentKeys: ['unused'] })),
  write(flags.orderRules, ({ rule, otherRule }) => ({ ...colour, ruleIds: [otherRule, rule] })),
  write(flags.deleteRule, ({ rule }) => ({ ...colour, id: rule })),
  write(flags.createDistribution, ({ otherRule, variant }) => ({
    ...{ ...colour, ruleId: otherRule, variantId: variant, rollout: 10 },
  })),
  write(flags.updateDistribution, ({ rule, variant, distribution }) => ({
    ...{ ...colour, ruleId: rule, variantId: variant, id: distribution, rollout: 60 },
  })),
  write(flags.deleteDistribution, ({ rule, variant, distribution }) => ({
    ...{ ...colour, ruleId: rule, variantId: variant, id: distribution },
  })),
  write(flags.createRollout, () => ({ ...banner, rank: 3, rule: half })),
  write(flags.updateRollout, ({ rollout }) => ({ ...banner, id: rollout, rule: half })),
  write(flags.orderRollouts, ({ rollout, otherRollout }) => ({
    ...banner,
    rolloutIds: [otherRollout, rollout],
  })),
  write(flags.deleteRollout, ({ rollout }) => ({ ...banner, id: rollout })),
  write(importNamespace, () => ({ namespaceKey, document: documentOf('Imported').value.document })),
  write(changes.createChange, () => ({ namespaceKey, source: documentOf('Changed') })),
  write(changes.revertRevision, () => ({ namespaceKey, revision: '4' })),
  write(changes.applyChange, ({ change }) => ({ namespaceKey, id: change })),
];

/** Reviewed as well; what they need to be called is tested below. */
const reviewedApart = [
  ...['createNamespace', 'deleteNamespace', 'updateChange', 'updateSeries', 'rollBackSeries'],
];

/** Calls that change nothing of what anybody gets. */
const free = [
  ...['cancelChange', 'reviewChange', 'updatePolicy', 'cancelSeries', 'pauseSeries', 'resumeSeries'],
  ...['createToken', 'deleteAuthentication', 'expireAuthenticationSelf', 'verifyServiceAccount', 'callback'],
  ...['addCounts', 'replayDeadLetters', 'putSavedItem', 'deleteSavedItem'],
  'setNamespaceLooks',
];

/** Calls that read. */
const READING =
  /^(get|list|find|blame|estimate|export|compare|check|explain|evaluat|batch|boolean|variant|authorize|provider|bulk|stream|watch)/i;

/** Every call that there is, by its name. */
function everyCall(): readonly string[] {
  const services = Object.values(proto)
    .flatMap((module) =>
      typeof module === 'object' ? Object.values(module as object as Record<string, unknown>) : [],
    )
    .filter((one): one is DescService => (one as Partial<DescService> | undefined)?.kind === 'service');
  return [...new Set(services.flatMap(({ methods }) => methods.map(({ localName }) => localName)))];
}

it('every call takes a stand on review', () => {
  const writing = everyCall().filter((name) => !READING.test(name));
  const known = [...reviewed.map(({ method }) => method.localName), ...reviewedApart, ...free];
  expect(writing.toSorted()).toEqual(known.toSorted());
});

/** True if the answer is of a change that waits for review. */
function isWaiting(answer: unknown): boolean {
  const { change } = answer as Partial<pennonChanges.ChangeOutcome>;
  return change?.state === State.PENDING_REVIEW;
}

describe.each(reviewed.map(({ method, request }) => [method.localName, method, request] as const))(
  '%s',
  (_, method, request) => {
    it('changes nothing without an approval, and passes with a reason, which is told', async () => {
      const ids = await shop();
      const before = await call(exportNamespace, { namespaceKey });
      const answer = await plainly(method, request(ids)).catch((error: unknown) => error);
      if (!isWaiting(answer)) expect(answer).toMatchObject({ code: 'FAILED_PRECONDITION' });
      expect((await call(exportNamespace, { namespaceKey })).document).toBe(before.document);

      await bypassing(method, request(ids));
      expect((await call(exportNamespace, { namespaceKey })).document).not.toBe(before.document);
      const { revisions } = await call(changes.listRevisions, { namespaceKey, limit: 1 });
      expect(revisions[0]?.message).toMatch(/review bypassed: it burns$/);
    });
  },
);

describe('a reason to bypass the review', () => {
  it('lets a namespace be deleted with its policy, and be created where a policy is left', async () => {
    await shop();
    for (const key of ['colour', 'banner']) await bypassing(flags.deleteFlag, { namespaceKey, key });
    const refused = { code: 'FAILED_PRECONDITION' };
    await expect(plainly(flags.deleteNamespace, { key: namespaceKey })).rejects.toMatchObject(refused);
    await bypassing(flags.deleteNamespace, { key: namespaceKey });
    const again = { key: namespaceKey, name: 'Again' };
    await plainly(flags.createNamespace, again);
    await plainly(flags.deleteNamespace, again);
    // A version before leaves it.
    const policy = { ...NO_REVIEW, requiredApprovals: 1, bypass: ['admin'] };
    await service(UnitOfWork).write(({ reviewPolicies }) => reviewPolicies.set(namespaceKey, policy));
    await expect(plainly(flags.createNamespace, again)).rejects.toMatchObject(refused);
    expect(await bypassing(flags.createNamespace, again)).toMatchObject({ key: namespaceKey });
  });

  it('lets a scheduled change be edited, which is then applied without approvals', async () => {
    await shop();
    const at = timestampOf((Date.now() + 3_600_000) * 1000);
    const request = { namespaceKey, source: documentOf('Scheduled'), when: { at } };
    const { change } = await bypassing(changes.createChange, request);
    expect(change).toMatchObject({ state: State.SCHEDULED, approvalsMissing: 0 });
    const edit = { namespaceKey, id: change?.id ?? '', document: documentOf('Edited').value };
    expect((await bypassing(changes.updateChange, edit)).change).toMatchObject({ state: State.SCHEDULED });
    const another = { ...edit, document: documentOf('Edited again').value };
    expect((await plainly(changes.updateChange, another)).change).toMatchObject({
      state: State.PENDING_REVIEW,
    });
  });

  it('lets the steps of a series be moved, which are then applied without approvals', async () => {
    await shop();
    const hour = (hours: number) => timestampOf((Date.now() + hours * 3_600_000) * 1000);
    const steps = ['One', 'Two'].map((name, index) => ({
      ...{ document: documentOf(name).value, at: hour(2 + index) },
    }));
    const { change } = await bypassing(changes.createChange, { namespaceKey, when: { steps } });
    const states = [State.SCHEDULED, State.SCHEDULED];
    const edit = { namespaceKey, id: change?.seriesId ?? '', times: [{ step: 1, at: hour(1) }] };
    const moved = await bypassing(changes.updateSeries, edit);
    expect(moved.steps.map(({ state }) => state)).toEqual(states);
    const sooner = { ...edit, times: [{ step: 1, at: hour(0.5) }] };
    expect((await plainly(changes.updateSeries, sooner)).steps.map(({ state }) => state)).toEqual(
      states.map(() => State.PENDING_REVIEW),
    );
  });

  it('lets a series be rolled back whose steps nobody has approved', async () => {
    await shop();
    await call(changes.updatePolicy, { namespaceKey, policy: {} });
    const steps = ['One', 'Two'].map((name, index) => ({
      document: documentOf(name).value,
      ...(index > 0 && { at: timestampOf((Date.now() + 3_600_000) * 1000) }),
    }));
    const { change } = await call(changes.createChange, { namespaceKey, when: { steps } });
    await call(changes.updatePolicy, { namespaceKey, policy: { requiredApprovals: 1, bypass: ['admin'] } });
    const series = { namespaceKey, id: change?.seriesId ?? '' };
    await expect(plainly(changes.rollBackSeries, series)).rejects.toMatchObject({
      code: 'FAILED_PRECONDITION',
    });
    await bypassing(changes.rollBackSeries, series);
    const { revisions } = await call(changes.listRevisions, { namespaceKey, limit: 1 });
    expect(revisions[0]?.message).toMatch(/review bypassed: it burns$/);
  });

  it('becomes part of the message of a change that needs no approval', async () => {
    await shop();
    await call(changes.updatePolicy, { namespaceKey, policy: {} });
    await bypassing(changes.createChange, { namespaceKey, message: 'New', source: documentOf('Changed') });
    const { revisions } = await call(changes.listRevisions, { namespaceKey, limit: 1 });
    expect(revisions).toMatchObject([{ message: 'New; it burns' }]);
  });

  it('is refused where it has no effect', async () => {
    const { change: id } = await shop();
    const verdict = pennonChanges.Verdict.APPROVE;
    const calls: readonly (readonly [string, Promise<unknown>])[] = [
      ['a review', bypassing(changes.reviewChange, { namespaceKey, id, verdict })],
      ['a cancellation', bypassing(changes.cancelChange, { namespaceKey, id })],
      ['a policy', bypassing(changes.updatePolicy, { namespaceKey, policy: {} })],
      [
        'a change that is only proposed',
        bypassing(changes.createChange, {
          namespaceKey,
          mode: ChangeMode.PROPOSE,
          source: documentOf('New'),
        }),
      ],
    ];
    for (const [what, refused] of calls)
      await expect(refused).rejects.toMatchObject({
        code: 'INVALID_ARGUMENT',
        message: `x-pennon-bypass-review has no effect on ${what}: send it without that header`,
      });
  });
});
