import { comparisonTypesCopy } from '@/copy/comparison-types';
import { plansCopy as copy } from '@/copy/plans';
import { formatPercent } from '../numbers';
import { type FlagType, type MatchType, type SegmentChoice } from '../model';
import {
  type ConstraintValues,
  type FlagValues,
  type NamespaceValues,
  type RolloutDraft,
  type SegmentDraft,
  type ShareDraft,
  type VariantValues,
} from './drafts';
import { type Change } from './plan';

/** A value that may have changed, in words. */
export interface Field {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

/** One change for every field that differs. @param subject Whose fields they are, as in `flag checkout`. */
export function changedFields(subject: string, fields: readonly Field[]): readonly Change[] {
  return fields
    .filter(({ before, after }) => before !== after)
    .map(({ name, before, after }) => changeOf(copy.field(subject, name), before, after));
}

/** What changed from one text to another, both there. */
export function changeOf(subject: string, before: string, after: string): Change {
  return { kind: 'update', subject: capitalized(subject), before, after };
}

export function creation(subject: string, after: string): Change {
  return { kind: 'create', subject: capitalized(subject), after };
}

export function deletion(subject: string, before: string): Change {
  return { kind: 'delete', subject: capitalized(subject), before };
}

/** The state of a flag, in the words of its type. */
export function stateText(type: FlagType, enabled: boolean): string {
  if (type === 'BOOLEAN_FLAG_TYPE') return boolText(enabled);
  return enabled ? copy.enabled : copy.disabled;
}

/** What `enabled` means for that type of flag. */
export function stateName(type: FlagType): string {
  return type === 'BOOLEAN_FLAG_TYPE' ? copy.subjects.defaultValue : copy.subjects.state;
}

export function typeText(type: FlagType): string {
  return type === 'BOOLEAN_FLAG_TYPE' ? copy.booleanType : copy.variantType;
}

export function boolText(value: boolean): string {
  return value ? copy.true : copy.false;
}

export function matchTypeText(matchType: MatchType): string {
  return matchType === 'ALL_MATCH_TYPE' ? copy.allOf : copy.anyOf;
}

/** The segments of a rule or rollout, as in `any of beta, staff`. */
export function segmentsText({ segmentKeys, segmentOperator }: SegmentChoice): string {
  const names = segmentKeys.join(', ');
  if (segmentKeys.length < 2) return names;
  return segmentOperator === 'AND_SEGMENT_OPERATOR' ? copy.allOfSegments(names) : copy.anyOfSegments(names);
}

/** Finds the key of a variant. */
export type VariantNames = (id: string) => string;

/** The key of each of these variants by its id; the id itself for one that is missing. */
export function variantNames(
  variants: readonly { readonly id: string; readonly key: string }[],
): VariantNames {
  const keys = new Map(variants.map(({ id, key }) => [id, key]));
  return (id) => keys.get(id) ?? id;
}

/** A rule in words, as in `beta → blue 50 %, green 50 %`. */
export function ruleText(choice: SegmentChoice, shares: readonly ShareDraft[], nameOf: VariantNames): string {
  const list = shares.map(({ variantId, rollout }) => `${nameOf(variantId)} ${formatPercent(rollout)}`);
  return copy.serves(segmentsText(choice), list.length === 0 ? copy.defaultOrNone : list.join(', '));
}

/** A rollout in words, as in `25 % of entities → True`. */
export function rolloutText(draft: RolloutDraft): string {
  return draft.type === 'THRESHOLD_ROLLOUT_TYPE'
    ? copy.serves(copy.ofEntities(formatPercent(draft.threshold.percentage)), boolText(draft.threshold.value))
    : copy.serves(segmentsText(draft.segment), boolText(draft.segment.value));
}

/** A rollout with its description. */
export function wholeRolloutText(draft: RolloutDraft): string {
  return described(rolloutText(draft), draft.description);
}

/** A constraint as one line. */
export function constraintText({ property, operator, value }: ConstraintValues): string {
  return [property, operator, value].filter((text) => text !== '').join(' ');
}

/** A constraint with its type and its description, as in `Number: age gte 18 (adults)`. */
export function wholeConstraintText(values: ConstraintValues): string {
  return described(copy.field(comparisonTypesCopy[values.type], constraintText(values)), values.description);
}

/** A variant as one line. */
export function variantText({ key, name, description, attachment }: VariantValues): string {
  return listed([key, name, description, attachment]);
}

/** A flag as one line, as in `Checkout, Variant, Enabled`; what is below it is not in it. */
export function flagText({
  name,
  description,
  type,
  enabled,
  metadata,
}: FlagValues & { readonly type: FlagType }): string {
  const isBare = Object.keys(metadata).length === 0;
  return listed([
    name,
    typeText(type),
    stateText(type, enabled),
    description,
    isBare ? '' : JSON.stringify(metadata),
  ]);
}

/** A segment as one line, as in `Germans, All of: String: country eq DE`. */
export function segmentText({
  name,
  description,
  matchType,
  constraints,
}: Omit<SegmentDraft, 'key'>): string {
  const list = constraints.map(wholeConstraintText).join(', ');
  const match = matchTypeText(matchType);
  return listed([name, description, list === '' ? match : copy.field(match, list)]);
}

/** A namespace as one line. */
export function namespaceText({ name, description }: NamespaceValues): string {
  return listed([name, description]);
}

function listed(texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join(', ');
}

function described(text: string, description: string): string {
  return description === '' ? text : `${text} (${description})`;
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
