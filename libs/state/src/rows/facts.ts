import {
  createdFact,
  deletedFact,
  updatedFact,
  type AuditedState,
  type AuditFact,
  type Ranked,
} from '@pennon/domain';
import {
  constraintState,
  distributionState,
  flagState,
  orderState,
  rolloutState,
  ruleState,
  segmentState,
  variantState,
} from './audited-states';
import { isSameJson } from '../same-json';
import type { FlagDifference, RowChange, RowDifference, SegmentDifference } from './rows-between';
import type { StoredFlag } from './stored-flag';

/**
 * What the audit log tells of a difference of a flag's rows. What is created or deleted brings along what belongs to
 * it: that is no fact of its own, and neither is a rank that follows from it, nor a default that is gone with its
 * variant.
 */
export function factsOfFlag(
  before: StoredFlag | undefined,
  after: StoredFlag | undefined,
  difference: FlagDifference,
): readonly AuditFact[] {
  const { flags, variants, rules, rollouts } = difference;
  if (before === undefined || after === undefined) return factsOf(flags, flagState);
  const lost = new Set(variants.deleted.map(({ id }) => id));
  return [
    ...factsOf(flags, flagState).filter(
      (fact) => !(lost.has(before.defaultVariantId ?? '') && isOnDefault(fact)),
    ),
    ...factsOf(variants, variantState),
    ...factsOfSteps('rule', rules, ruleState, before, [before.rules, after.rules]),
    ...factsOf(distributionsApart(difference, lost), (distribution) =>
      distributionState(distribution, { namespaceKey: before.namespaceKey, flagKey: before.key }),
    ),
    ...factsOfSteps('rollout', rollouts, rolloutState, before, [before.rollouts, after.rollouts]),
  ];
}

/** {@link factsOfFlag} for a segment. */
export function factsOfSegment({ segments, constraints }: SegmentDifference): readonly AuditFact[] {
  const isWhole = segments.created.length + segments.deleted.length > 0;
  return [...factsOf(segments, segmentState), ...(isWhole ? [] : factsOf(constraints, constraintState))];
}

/** True if a flag has lost its default, and is the same else. */
function isOnDefault({ before, after }: AuditFact): boolean {
  return isSameJson({ ...before, default_variant: undefined }, after);
}

function factsOf<Row>(
  { created, changed, deleted }: RowDifference<Row>,
  stateOf: (row: Row) => AuditedState,
): readonly AuditFact[] {
  return [
    ...created.map((row) => createdFact(stateOf(row))),
    ...changed
      .filter(({ isOther }) => isOther)
      .map((change) => updatedFact(stateOf(change.before), stateOf(change.after))),
    ...deleted.map((row) => deletedFact(stateOf(row))),
  ];
}

/** Where nothing but ranks differ, the order is what was changed, and not each step. */
function factsOfSteps<Row extends Ranked>(
  type: 'rule' | 'rollout',
  { created, changed, deleted }: RowDifference<Row>,
  stateOf: (row: Row) => AuditedState,
  { namespaceKey, key }: StoredFlag,
  [before, after]: readonly [readonly Ranked[], readonly Ranked[]],
): readonly AuditFact[] {
  const isMovedOnly = (change: RowChange<Row>): boolean =>
    isSameJson(stateOf({ ...change.before, rank: change.after.rank }), stateOf(change.after));
  const facts = factsOf({ created, deleted, changed: changed.filter((one) => !isMovedOnly(one)) }, stateOf);
  const isMoved = changed.some((change) => change.before.rank !== change.after.rank);
  if (!isMoved || created.length + deleted.length > 0) return facts;
  const order = orderState(type, namespaceKey, key);
  return [...facts, updatedFact(order(byRank(before)), order(byRank(after)))];
}

function byRank(steps: readonly Ranked[]): readonly Ranked[] {
  return steps.toSorted((one, other) => one.rank - other.rank);
}

/** Those whose rule and variant both stay, or are both new. */
function distributionsApart(
  { rules, distributions }: FlagDifference,
  lostVariants: ReadonlySet<string>,
): FlagDifference['distributions'] {
  const wholeRules = new Set([...rules.created, ...rules.deleted].map(({ id }) => id));
  return {
    created: distributions.created.filter(({ ruleId }) => !wholeRules.has(ruleId)),
    changed: distributions.changed,
    deleted: distributions.deleted.filter(
      ({ ruleId, variantId }) => !wholeRules.has(ruleId) && !lostVariants.has(variantId),
    ),
  };
}
