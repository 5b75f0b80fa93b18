import { randomUUID } from 'node:crypto';
import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { pennonAnalytics, timestampOf } from '@pennon/proto';
import { MICROS_PER_MINUTE, minuteOf, type CountBatch } from '@pennon/domain';
import { SOME_MOMENT } from '@pennon/testing';
import { plausibleMinutes } from './counting/retention';
import { countBatchOf } from './count-batch';

const HOUR_MS = 3_600_000;

/** A minute that begins at a whole hour. */
const NOW = minuteOf(SOME_MOMENT) - (minuteOf(SOME_MOMENT) % (HOUR_MS * 1000));

type CountShape = MessageInitShape<typeof pennonAnalytics.FlagCountSchema>;

const source = randomUUID();

/** @param minute Minutes after now. */
function aCount(minute = 0, others: Exclude<CountShape, undefined> = {}): CountShape {
  const flag = { namespaceKey: 'default', flagKey: 'colour', value: 'red' };
  return { ...flag, minute: timestampOf(NOW + minute * MICROS_PER_MINUTE), evaluations: 3, ...others };
}

/** The batch of a request to a server that keeps counts for an hour. */
function batchOf(
  request: Partial<Pick<pennonAnalytics.AddCountsRequest, 'source' | 'sequence'>>,
  ...counts: readonly CountShape[]
): CountBatch {
  const message = create(pennonAnalytics.AddCountsRequestSchema, {
    ...{ source, sequence: 1n, ...request },
    counts: counts as CountShape[],
  });
  return countBatchOf(message, plausibleMinutes(NOW, HOUR_MS));
}

test('a batch is what its request says', () => {
  const counts = [aCount(0), aCount(5), aCount(-60), aCount(0, { value: '' })];
  expect(batchOf({ sequence: 7n }, ...counts)).toEqual({
    ...{ source, sequence: 7 },
    counts: [
      [0, 'red'],
      [5, 'red'],
      [-60, 'red'],
      [0, ''],
    ].map(([minute, value]) => ({
      ...{ namespaceKey: 'default', flagKey: 'colour', value, evaluations: 3 },
      minute: NOW + Number(minute) * MICROS_PER_MINUTE,
    })),
  });
});

const long = 'k'.repeat(256);

test.each<[string, CountShape, string]>([
  ['no namespace', aCount(0, { namespaceKey: '' }), 'counts[1].namespaceKey: must not be empty'],
  [
    'a long namespace',
    aCount(0, { namespaceKey: long }),
    'counts[1].namespaceKey: must not be longer than 255',
  ],
  ['no flag', aCount(0, { flagKey: '' }), 'counts[1].flagKey: must not be empty'],
  ['a long flag', aCount(0, { flagKey: long }), 'counts[1].flagKey: must not be longer than 255'],
  ['a long value', aCount(0, { value: long }), 'counts[1].value: must not be longer than 255'],
  ['half a character', aCount(0, { flagKey: 'a\ud800' }), 'counts[1].flagKey: must not hold half of'],
  ['U+0000', aCount(0, { value: 'a\0' }), 'counts[1].value: must not hold the character U+0000'],
  ['no evaluation', aCount(0, { evaluations: 0 }), 'counts[1].evaluations: must be at least 1'],
  ['less than none', aCount(0, { evaluations: -1 }), 'counts[1].evaluations: must be at least 1'],
  ['an early minute', aCount(-61), 'counts[1].minute: must be no longer ago than analytics.retention'],
  ['a late minute', aCount(6), 'counts[1].minute: must be no more than 5 minutes ahead of the clock here'],
  ['half a minute', aCount(0.5), 'counts[1].minute: must be the beginning of a minute'],
  [
    'a nanosecond',
    aCount(0, { minute: { seconds: BigInt(NOW / 1_000_000), nanos: 1 } }),
    'counts[1].minute: must be the beginning of a minute',
  ],
  ['no moment', aCount(0, { minute: { seconds: 0n, nanos: -1 } }), 'counts[1].minute: must be a moment'],
  ['the same again', aCount(-1), 'counts[1]: is of the same flag, value and minute as counts[0]'],
])('%s is refused by the place of its field', (_, count, reason) => {
  expect(() => batchOf({}, aCount(-1), count)).toThrow(`invalid field ${reason}`);
});

test('a count without a minute is refused', () => {
  const count = { namespaceKey: 'default', flagKey: 'colour', evaluations: 1 };
  expect(() => batchOf({}, count)).toThrow('invalid field counts[0].minute: must not be empty');
});

test.each([
  [{ source: '' }, 'source: must be a UUID in lower case'],
  [{ source: source.toUpperCase().replace(/^.{8}/, 'ABCDEF01') }, 'source: must be a UUID in lower case'],
  [{ source: `${source}\n` }, 'source: must be a UUID in lower case'],
  [{ sequence: 0n }, 'sequence: must be from 1 to'],
  [{ sequence: 2n ** 53n }, 'sequence: must be from 1 to'],
])('a batch of %j is refused', (request, reason) => {
  expect(() => batchOf(request, aCount())).toThrow(`invalid field ${reason}`);
});

test.each([0, 1001])('a batch of %i counts is refused', (size) => {
  const counts = Array.from({ length: size }, (_, index) => aCount(0, { value: `${index}` }));
  expect(() => batchOf({}, ...counts)).toThrow(
    `invalid field counts: must be from 1 to 1000, and are ${size}`,
  );
});
