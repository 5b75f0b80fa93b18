import { flipt } from '@pennon/proto';
import { newWriterForEachTest } from '../../../../test/support/writer-app';

const { method } = flipt.Flipt;
const { call, expectRefused } = newWriterForEachTest();

const longestKey = 'k'.repeat(255);

async function createSegment(key: string): Promise<flipt.Segment> {
  return call(method.createSegment, { key, name: `Name of ${key}` });
}

describe('creating a segment', () => {
  it.each([
    ['invalid field key: must not be empty', {}],
    ['invalid field key: contains invalid characters', { key: 'a.b' }],
    ['invalid field key: must not be longer than 255 characters', { key: `${longestKey}k` }],
    ['invalid field name: must not be empty', { key: 'dutch' }],
  ])('is refused with: %s', async (message, request) => {
    await expectRefused(call(method.createSegment, request), 'INVALID_ARGUMENT', message);
  });

  it('in a namespace that does not exist is refused', async () => {
    const refused = call(method.createSegment, { namespaceKey: 'shop', key: 'dutch', name: 'Dutch' });
    await expectRefused(refused, 'NOT_FOUND', 'namespace "shop" not found');
  });

  it('answers what getting the segment answers', async () => {
    const matchType = flipt.MatchType.ANY_MATCH_TYPE;
    const created = await call(method.createSegment, {
      key: 'dutch',
      name: 'D',
      description: 'd',
      matchType,
    });
    expect(created).toMatchObject({ namespaceKey: 'default', constraints: [], matchType });
    expect(await call(method.getSegment, { key: 'dutch' })).toEqual(created);
  });
});

describe('getting, updating and deleting a segment', () => {
  it('wants a key', async () => {
    const message = 'invalid field key: must not be empty';
    await expectRefused(call(method.getSegment, {}), 'INVALID_ARGUMENT', message);
    await expectRefused(call(method.updateSegment, { name: 'x' }), 'INVALID_ARGUMENT', message);
    await expectRefused(call(method.deleteSegment, {}), 'INVALID_ARGUMENT', message);
  });

  it('replaces what is left out by nothing, and keeps the constraints', async () => {
    const matchType = flipt.MatchType.ANY_MATCH_TYPE;
    await call(method.createSegment, { key: 'dutch', name: 'D', description: 'd', matchType });
    await call(method.createConstraint, {
      segmentKey: 'dutch',
      type: flipt.ComparisonType.STRING_COMPARISON_TYPE,
      property: 'country',
      operator: 'eq',
      value: 'NL',
    });
    const updated = await call(method.updateSegment, { key: 'dutch', name: 'New' });
    expect(updated).toMatchObject({
      name: 'New',
      description: '',
      matchType: flipt.MatchType.ALL_MATCH_TYPE,
      constraints: [{ value: 'NL' }],
    });
    expect(await call(method.getSegment, { key: 'dutch' })).toEqual(updated);
  });

  it('is refused for a segment in use, which keeps its constraints', async () => {
    await createSegment('dutch');
    await call(method.createFlag, { key: 'colour', name: 'Colour' });
    const rule = { flagKey: 'colour', segmentKey: 'dutch', rank: 1 };
    await call(method.createRule, rule);
    const refused = call(method.deleteSegment, { key: 'dutch' });
    await expectRefused(refused, 'INVALID_ARGUMENT', 'segment "default/dutch" is in use');
    await call(method.deleteFlag, { key: 'colour' });
    await call(method.deleteSegment, { key: 'dutch' });
    expect(await call(method.listSegments, {})).toMatchObject({ segments: [] });
  });
});

describe('listing segments', () => {
  it.each([
    ['limit must be set when offset or pageToken is set', { offset: 1 }],
    ['limit must be set when offset or pageToken is set', { pageToken: 'garbage' }],
    ['invalid field limit: must not be negative', { limit: -1 }],
    ['invalid field offset: must not be negative', { limit: 1, offset: -1 }],
    ['pageToken is not valid: "x"', { limit: 10, pageToken: 'x' }],
  ])('is refused with: %s', async (message, request) => {
    await expectRefused(call(method.listSegments, request), 'INVALID_ARGUMENT', message);
  });

  it('leads from page to page in creation order', async () => {
    for (const key of ['b', 'a', 'c']) await createSegment(key);
    const first = await call(method.listSegments, { limit: 2 });
    const second = await call(method.listSegments, { limit: 2, pageToken: first.nextPageToken });
    expect([...first.segments, ...second.segments].map(({ key }) => key)).toEqual(['b', 'a', 'c']);
    expect([first.totalCount, second.totalCount, second.nextPageToken]).toEqual([3, 3, '']);
  });
});
