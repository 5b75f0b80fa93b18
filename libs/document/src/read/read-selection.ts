import { assertNotEmpty, selectSegments, type SegmentOperator, type SegmentSelection } from '@pennon/domain';
import { type Place } from '../place';
import { segmentOperatorWords } from '../words';
import { ObjectReader, textOf } from '../fields/object-reader';
import { type Reading } from '../fields/reading';

/**
 * The segments of a rule: a key, or keys with an operator. `segments` is read as well as `segment`: documents that
 * other tools write use it for the second form.
 */
export function readRuleSelection(rule: ObjectReader, reading: Reading): SegmentSelection | undefined {
  const name = rule.field('segment') === undefined ? 'segments' : 'segment';
  const node = rule.field(name);
  const place = rule.placeOf(name);
  if (node === undefined) {
    reading.problems.error(rule.placeOf('segment'), 'a rule needs a segment');
    return undefined;
  }
  if (name === 'segment' && rule.field('segments') !== undefined) {
    reading.problems.error(rule.placeOf('segments'), 'only one of segment and segments can be present');
  }
  const key = textOf(node);
  if (key !== undefined) return select([{ key, place }], 'or', reading);
  const object = ObjectReader.of(node, place, ['keys', 'operator'], reading);
  return object && readKeys(object, readOperator(object), reading);
}

/** The segments of a rollout: a key, or keys with an operator. */
export function readRolloutSelection(segment: ObjectReader, reading: Reading): SegmentSelection | undefined {
  const key = segment.text('key');
  const hasKeys = segment.field('keys') !== undefined;
  if (hasKeys) reading.gate('flag.rollouts[*].segment.keys', segment.placeOf('keys'));
  const operator = readOperator(segment);
  if (key === '') return readKeys(segment, operator, reading);
  if (hasKeys) {
    reading.problems.error(segment.placeOf('keys'), 'cannot have both segment.keys and segment.key');
  }
  return select([{ key, place: segment.placeOf('key') }], 'or', reading);
}

function readOperator(object: ObjectReader): SegmentOperator {
  return object.word('operator', segmentOperatorWords) ?? 'or';
}

function readKeys(
  object: ObjectReader,
  operator: SegmentOperator,
  reading: Reading,
): SegmentSelection | undefined {
  const place = object.placeOf('keys');
  const keys = object.list('keys', (item, itemPlace) => {
    const key = textOf(item);
    if (key === undefined) reading.problems.error(itemPlace, 'expected the key of a segment');
    return key === undefined ? undefined : { key, place: itemPlace };
  });
  if (keys.length === 0) {
    reading.problems.error(place, 'names no segment');
    return undefined;
  }
  return select(keys, operator, reading);
}

function select(
  keys: readonly { readonly key: string; readonly place: Place }[],
  operator: SegmentOperator,
  reading: Reading,
): SegmentSelection | undefined {
  for (const { key, place } of keys) {
    reading.hold(place, () => {
      assertNotEmpty('segment', key);
    });
  }
  reading.segmentReferences.push(...keys.filter(({ key }) => key !== ''));
  const selection = selectSegments(
    keys.map(({ key }) => key),
    operator,
  );
  const [first] = keys;
  if (first !== undefined && selection.segmentKeys.length < keys.length) {
    reading.problems.warn(first.place, 'names a segment twice');
  }
  return selection;
}
