import { quote, shortestFloat32, type SegmentSelection } from '@pennon/domain';
import { sumOfPercents, type DistributionState, type FlagState, type RuleState } from '../flag-state';
import type { EditKind, EditSpot, WeightsEdit } from './edit';
import { rowAt } from './row-at';

/** How far below 100 the percents of a rule may add up, in thousandths: thirds are rounded to hundredths. */
const TOLERANCE = 10;

/** How a rule of a variant flag shares its entities out. */
export const weightsEdit: EditKind<FlagState, WeightsEdit> = {
  items: () => [],
  apply(flag, edit, spot) {
    assertPercents(edit, spot);
    if (flag.type !== 'variant') spot.fail('weights', 'is a boolean flag, which has a percentage instead');
    const { index, selection } = ruleOf(flag, edit, spot);
    const before = flag.rules[index];
    const after: RuleState = { ...selection, distributions: distributionsOf(flag, before, edit, spot) };
    const row = spot.replace(`rule ${index + 1}`, before, after);
    return { ...flag, rules: flag.rules.toSpliced(index, 1, row) };
  },
};

function assertPercents({ percents, isRestNothing }: WeightsEdit, spot: EditSpot): void {
  const entries = Object.entries(percents);
  if (entries.length === 0) spot.refuse('weights', 'must name at least one variant');
  for (const [key, percent] of entries)
    if (!(percent >= 0 && percent <= 100))
      spot.refuse('weights', `must be from 0 to 100 for variant ${quote(key)}`);
  const sum = sumOfPercents(entries.map(([variantKey, rolloutPercent]) => ({ variantKey, rolloutPercent })));
  if (sum > 100) spot.refuse('weights', `must add up to 100, and add up to ${sum}`);
  if (Math.round((100 - sum) * 1000) > TOLERANCE && !isRestNothing)
    spot.refuse('weights', `must add up to 100, and add up to ${sum}: set rest to NOTHING to leave a rest`);
}

/** The rule that is meant, or the place and the segments of the one to make. */
function ruleOf(
  { rules }: FlagState,
  { rank, selection }: WeightsEdit,
  spot: EditSpot,
): { readonly index: number; readonly selection: SegmentSelection } {
  if (rank !== undefined && selection !== undefined)
    spot.refuse('segments', 'must not be given together with rank');
  if (rank !== undefined) {
    const { index, row } = rowAt('rule', rules, rank, spot);
    return { index, selection: selectionOf(row) };
  }
  const meant = rules.flatMap((rule, index) =>
    selection === undefined || isSameSelection(rule, selection) ? [{ index, rule }] : [],
  );
  const [first] = meant;
  const which = selection === undefined ? 'rules' : 'rules for these segments';
  if (meant.length > 1) spot.fail('rank', `has ${meant.length} ${which}: set rank to one of them`);
  if (first !== undefined) return { index: first.index, selection: selectionOf(first.rule) };
  if (selection === undefined) spot.fail('weights', 'has no rule: set segments to make one');
  return { index: rules.length, selection: selectionOf(selection) };
}

/** Percents in the order of the rule, on which it depends who gets what; new ones in the order of the variants. */
function distributionsOf(
  { variants }: FlagState,
  rule: RuleState | undefined,
  { percents }: WeightsEdit,
  spot: EditSpot,
): readonly DistributionState[] {
  const known = new Set(variants.map(({ key }) => key));
  const unknown = Object.keys(percents).find((key) => !known.has(key));
  if (unknown !== undefined) spot.fail('weights', `has no variant ${quote(unknown)}`);
  const present = rule?.distributions.map(({ variantKey }) => variantKey) ?? [];
  return [...new Set([...present, ...known])].flatMap((variantKey) => {
    const percent = Object.hasOwn(percents, variantKey) ? percents[variantKey] : undefined;
    return percent === undefined ? [] : [{ variantKey, rolloutPercent: shortestFloat32(percent) }];
  });
}

function selectionOf({ segmentKeys, segmentOperator }: SegmentSelection): SegmentSelection {
  return { segmentKeys, segmentOperator };
}

/** The operator decides nothing about a single segment. */
function isSameSelection(one: SegmentSelection, other: SegmentSelection): boolean {
  const [keys, others] = [new Set(one.segmentKeys), new Set(other.segmentKeys)];
  if (keys.size !== others.size || [...keys].some((key) => !others.has(key))) return false;
  return keys.size === 1 || one.segmentOperator === other.segmentOperator;
}
