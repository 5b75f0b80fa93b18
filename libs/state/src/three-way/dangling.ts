import type { PartPlace, SegmentSelection } from '@pennon/domain';
import type { FlagState, RolloutState, RuleState } from '../flag-state';
import type { MergeReport, Three } from '../merge/merge-report';

/** A flag, and what it was merged of. */
export interface MergedFlag extends Three<FlagState | undefined> {
  readonly merged: FlagState;
}

/** Something that flags refer to by its key: variants of their own, or segments. */
export interface Referred {
  /** Which there are on each side. */
  readonly keys: Three<ReadonlySet<string>>;
  /** Which there are to be; those that are in conflict may be. */
  readonly merged: ReadonlySet<string>;
  /** What of it is referred to. */
  readonly placeOf: (key: string) => PartPlace;
  /** What a flag refers to by itself, but not by its rows; undefined for nothing. */
  readonly ofFlag?: (flag: FlagState) => string | undefined;
  readonly ofRule: (rule: RuleState) => readonly string[];
  readonly ofRollout: (rollout: RolloutState) => readonly string[];
}

/** The variants that a flag refers to. */
export function variantsOf(
  { base, mine, latest, merged }: MergedFlag,
  conflicts: readonly PartPlace[],
): Referred {
  const keysOf = (flag: FlagState | undefined): ReadonlySet<string> =>
    new Set(flag?.variants.map(({ key }) => key));
  const { key } = merged;
  const torn = conflicts.filter(({ part }) => part === 'variants').map(({ item }) => item);
  return {
    keys: { base: keysOf(base), mine: keysOf(mine), latest: keysOf(latest) },
    merged: new Set([...keysOf(merged), ...torn]),
    placeOf: (variantKey) => ({ kind: 'flag', key, part: 'variants', item: variantKey }),
    ofFlag: ({ defaultVariantKey }) => defaultVariantKey,
    ofRule: ({ distributions }) => distributions.map(({ variantKey }) => variantKey),
    ofRollout: () => [],
  };
}

/** The segments that flags refer to. */
export function segmentsOf(keys: Three<ReadonlySet<string>>, merged: ReadonlySet<string>): Referred {
  const ofSelection = ({ segmentKeys }: SegmentSelection): readonly string[] => segmentKeys;
  return {
    keys,
    merged,
    placeOf: (key) => ({ kind: 'segment', key, part: 'whole', item: '' }),
    ofRule: ofSelection,
    ofRollout: ({ step }) => (step.type === 'segment' ? ofSelection(step) : []),
  };
}

/**
 * Tells what in a merged flag refers to something that the other side took away. What a side refers to that it took
 * away itself is no matter of the merge.
 */
export function tellDangling(flag: MergedFlag, referred: Referred, report: MergeReport): void {
  const { merged } = flag;
  const lost = (key: string): boolean => !referred.merged.has(key) && wasTakenAway(key, flag, referred);
  const byFlag = referred.ofFlag?.(merged);
  if (byFlag !== undefined && lost(byFlag)) {
    const { base, mine, latest } = flag;
    const three = {
      base: base?.defaultVariantKey,
      mine: mine?.defaultVariantKey,
      latest: latest?.defaultVariantKey,
    };
    report.dangle('defaultVariantKey', '', three, referred.placeOf(byFlag));
  }
  tellRows(flag, 'rules', (rule) => referred.ofRule(rule).find(lost), referred, report);
  tellRows(flag, 'rollouts', (rollout) => referred.ofRollout(rollout).find(lost), referred, report);
}

function tellRows<P extends 'rules' | 'rollouts'>(
  { base, mine, latest, merged }: MergedFlag,
  part: P,
  lostBy: (row: FlagState[P][number]) => string | undefined,
  { placeOf }: Referred,
  report: MergeReport,
): void {
  const rowsOf = (flag: FlagState | undefined): readonly FlagState[P][number][] => flag?.[part] ?? [];
  for (const [index, row] of rowsOf(merged).entries()) {
    const lost = lostBy(row);
    if (lost === undefined) continue;
    const onSide = (flag: FlagState | undefined): unknown => rowsOf(flag).find((other) => other === row);
    const sides = { base: onSide(base), mine: onSide(mine), latest: onSide(latest) };
    const { name, ...three } = report.known(row) ?? { name: `+${index + 1}`, ...sides };
    report.dangle(part, name, { base: three.base, mine: three.mine, latest: three.latest }, placeOf(lost));
  }
}

/** True if a side took away what it does not refer to itself. */
function wasTakenAway(key: string, { mine, latest }: MergedFlag, referred: Referred): boolean {
  const { keys } = referred;
  const isTakenBy = (side: ReadonlySet<string>, flag: FlagState | undefined): boolean =>
    !side.has(key) && (flag === undefined || !refersTo(key, flag, referred));
  return keys.base.has(key) && (isTakenBy(keys.mine, mine) || isTakenBy(keys.latest, latest));
}

function refersTo(key: string, flag: FlagState, { ofFlag, ofRule, ofRollout }: Referred): boolean {
  return (
    ofFlag?.(flag) === key ||
    flag.rules.some((rule) => ofRule(rule).includes(key)) ||
    flag.rollouts.some((rollout) => ofRollout(rollout).includes(key))
  );
}
