import { assertKey, assertName, parseNumberValue, valueKind } from '@pennon/domain';
import {
  ENTITY_ID_PROPERTY,
  matchableOperatorsByType,
  normalizeConstraint,
  storedOperatorsByType,
  type NormalizedConstraint,
  type ConstraintState,
  type SegmentState,
} from '@pennon/state';
import { type Place } from '../place';
import { type ListNode, type TreeNode } from '../tree';
import { comparisonTypeWords, matchTypeWords } from '../words';
import { ObjectReader, textOf } from '../fields/object-reader';
import type { Reading, UniqueKeys } from '../fields/reading';

const segmentFields = ['key', 'name', 'description', 'match_type', 'constraints'];
const constraintFields = ['type', 'property', 'operator', 'value', 'description'];

/** A segment of a document; undefined when it cannot be told what it is. */
export function readSegment(
  node: TreeNode,
  place: Place,
  reading: Reading,
  keys: UniqueKeys,
): SegmentState | undefined {
  const segment = ObjectReader.of(node, place, segmentFields, reading);
  if (segment === undefined) return undefined;
  const key = segment.text('key');
  reading.hold(segment.placeOf('key'), () => {
    assertKey('key', key);
  });
  const name = segment.lawful('name', assertName);
  keys.add(key, segment.placeOf('key'));
  if (segment.field('match_type') === undefined) {
    reading.problems.warn(place, `match_type is missing: ${matchTypeWords.all} is taken`);
  }
  return {
    key,
    name,
    description: segment.description(),
    matchType: segment.word('match_type', matchTypeWords) ?? 'all',
    constraints: segment.list('constraints', (item, itemPlace) => readConstraint(item, itemPlace, reading)),
  };
}

function readConstraint(node: TreeNode, place: Place, reading: Reading): ConstraintState | undefined {
  const constraint = ObjectReader.of(node, place, constraintFields, reading);
  if (constraint === undefined) return undefined;
  const type = constraint.word('type', comparisonTypeWords);
  const description = constraint.description();
  const value = constraint.field('value');
  if (value?.kind === 'list') {
    const reason = `expected a text, found a list; write the list as JSON in a text: '${jsonOfList(value)}'`;
    reading.problems.error(constraint.placeOf('value'), reason);
    return undefined;
  }
  // The word has been refused already; what fits the type cannot be told.
  if (type === undefined && constraint.field('type') !== undefined) return undefined;
  const input = {
    type,
    property: constraint.text('property'),
    operator: constraint.text('operator'),
    value: constraint.text('value'),
  };
  if (type === 'entityId' && input.property !== ENTITY_ID_PROPERTY) {
    const reason = `a constraint of this type looks at the entity's id: ${ENTITY_ID_PROPERTY} is taken`;
    reading.problems.warn(constraint.placeOf('property'), reason);
    input.property = ENTITY_ID_PROPERTY;
  }
  const normalized = reading.hold(
    place,
    () => normalizeConstraint(input, storedOperatorsByType),
    (field) => constraint.placeOf(field),
  );
  if (normalized === undefined) return undefined;
  warnOfNoMatch(normalized, (field) => constraint.placeOf(field), reading);
  return { ...normalized, description };
}

/** A list of texts and numbers, as versions of Flipt v2 write values, in the JSON that is wanted in its place. */
function jsonOfList({ items }: ListNode): string {
  const texts = items.map((item) => {
    if (item.kind === 'number' && item.json !== undefined) return item.json;
    return JSON.stringify(textOf(item) ?? '…');
  });
  return `[${texts.join(',')}]`;
}

/** Flipt stores some constraints that never match: of a number with a text, and of a datetime with a list. */
function warnOfNoMatch(
  { type, operator, value }: NormalizedConstraint,
  placeOf: (field: string) => Place,
  reading: Reading,
): void {
  const effect = 'as it is, the constraint never matches';
  const matchable = matchableOperatorsByType[type];
  if (valueKind(type, operator) === 'number' && parseNumberValue(value) === undefined)
    reading.problems.warn(placeOf('value'), `must be a number; ${effect}`);
  if (!matchable.includes(operator))
    reading.problems.warn(placeOf('operator'), `must be one of ${matchable.join(', ')}; ${effect}`);
}
