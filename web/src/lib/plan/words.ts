import { type FlagType, type MatchType, type SegmentSelection } from '@pennon/domain';
import { plansCopy as copy } from '@/copy/plans';
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
export function stateText(type: FlagType, isEnabled: boolean): string {
  if (type === 'boolean') return boolText(isEnabled);
  return isEnabled ? copy.enabled : copy.disabled;
}

/** What `isEnabled` means for that type of flag. */
export function stateName(type: FlagType): string {
  return type === 'boolean' ? copy.subjects.defaultValue : copy.subjects.state;
}

export function typeText(type: FlagType): string {
  return type === 'boolean' ? copy.booleanType : copy.variantType;
}

export function boolText(value: boolean): string {
  return value ? copy.true : copy.false;
}

export function matchTypeText(matchType: MatchType): string {
  return matchType === 'all' ? copy.allOf : copy.anyOf;
}

/** The segments of a rule or rollout, as in `any of beta, staff`. */
export function segmentsText({ segmentKeys, segmentOperator }: SegmentSelection): string {
  const names = segmentKeys.join(', ');
  if (segmentKeys.length < 2) return names;
  return segmentOperator === 'and' ? copy.allOfSegments(names) : copy.anyOfSegments(names);
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
