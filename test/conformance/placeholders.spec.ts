import { Placeholders } from './placeholders';

const one = '0c6f2a1e-8c1f-4d52-b6c5-5a9f1a7a2f10';
const other = '7d1e5b20-91aa-4a2b-8c3d-000000000001';

let placeholders: Placeholders;

beforeEach(() => {
  placeholders = new Placeholders('replay-of-flags');
});

test('what is the same on every run stays as it is', () => {
  const value = { key: 'colour', rank: 1, on: false, tags: ['b', 'a'], none: null };
  expect(placeholders.replaceIn(value)).toStrictEqual(value);
});

test('an id has the same placeholder everywhere, and another id another one', () => {
  const ids = [{ id: one }, { id: other }, `GET /rules/${one}`];
  expect(placeholders.replaceIn(ids)).toEqual([
    { id: '<uuid:1>' },
    { id: '<uuid:2>' },
    'GET /rules/<uuid:1>',
  ]);
});

test('the namespace of the run is replaced inside texts and in names of members', () => {
  expect(placeholders.replaceIn({ 'replay-of-flags': 'flag "replay-of-flags/x" not found' })).toEqual({
    '<ns>': 'flag "<ns>/x" not found',
  });
});

test('times are replaced, plain dates are not', () => {
  expect(placeholders.replaceIn(['2026-03-01T09:30:00.123456Z', '2026-03-01'])).toEqual([
    '<time>',
    '2026-03-01',
  ]);
});

test('durations are replaced, other numbers are not', () => {
  expect(placeholders.replaceIn({ requestDurationMillis: 0.4, rollout: 33.3 })).toEqual({
    requestDurationMillis: '<duration>',
    rollout: 33.3,
  });
});

test('a page token is replaced, an empty one is not', () => {
  expect(placeholders.replaceIn([{ nextPageToken: 'eyJ9' }, { nextPageToken: '' }])).toEqual([
    { nextPageToken: '<page-token>' },
    { nextPageToken: '' },
  ]);
  expect(placeholders.replaceIn('/flags?pageToken=eyJ9&limit=1')).toBe(
    '/flags?pageToken=<page-token>&limit=1',
  );
});

test('segment keys are compared as a set', () => {
  expect(placeholders.replaceIn({ segmentKeys: ['b', 'a'], variantKeys: ['b', 'a'] })).toEqual({
    segmentKeys: ['a', 'b'],
    variantKeys: ['b', 'a'],
  });
});
