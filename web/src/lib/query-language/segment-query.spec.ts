import { search } from './query';
import { readSegmentQuery, type SearchableSegment } from './segment-query';
import { segmentSuggestionsFor } from './suggestions';

const now = Date.parse('2026-11-22T00:00:00Z');

const segment = (key: string, values: Partial<SearchableSegment> = {}): SearchableSegment => ({
  key,
  name: '',
  description: '',
  createdAt: '2026-01-10T00:00:00Z',
  updatedAt: '2026-11-20T00:00:00Z',
  constraints: [],
  usedBy: 1,
  ...values,
});

const segments = [
  segment('staff', { description: 'all beta users', usedBy: 0 }),
  segment('beta', { constraints: [{ type: 'string', property: 'plan' }], usedBy: 3 }),
  segment('adults', { constraints: [{ type: 'number', property: 'age' }] }),
  segment('unknown', { usedBy: undefined, updatedAt: '2026-01-10T00:00:00Z' }),
];

test.each([
  ['beta', ['beta', 'staff']],
  ['used:0', ['staff']],
  ['used:>1', ['beta']],
  ['used:<2 -used:0', ['adults']],
  ['property:plan', ['beta']],
  ['property:Plan', []],
  ['type:number', ['adults']],
  ['-type:STRING -type:number', ['staff', 'unknown']],
  ['updated:>30d', ['unknown']],
  ['created:<30d', []],
])('%s finds %j', (query, keys) => {
  expect(search(segments, readSegmentQuery(query, now)).map(({ key }) => key)).toEqual(keys);
});

test('what means nothing for segments is told, and filters nothing', () => {
  const query = readSegmentQuery('is:enabled used:many type:', now);
  expect(query.notUnderstood.map(({ text }) => text)).toEqual(['is:enabled', 'used:many', 'type:']);
  expect(segments.filter((each) => query.matches(each))).toHaveLength(4);
});

test('suggestions name the properties that there are', () => {
  expect(segmentSuggestionsFor('prop', ['plan', 'home town'])).toEqual([
    'property:plan',
    'property:"home town"',
  ]);
});
