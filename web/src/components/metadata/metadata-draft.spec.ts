import {
  draftOf,
  draftText,
  draftWithTags,
  metadataOfDraft,
  otherWay,
  tagsOfDraft,
  takesTags,
} from './metadata-draft';

const metadata = { owner: 'ann', limits: { max: 3 }, tags: ['ui', 'beta'] };

test('entries and one text are two ways to the same metadata', () => {
  const text = otherWay(draftOf(metadata));
  expect(text?.kind).toBe('json');
  expect(text && metadataOfDraft(text)).toEqual(metadata);
  expect(text && otherWay(text)).toEqual(draftOf(metadata));
});

test('a text that is no object says nothing, an empty one clears', () => {
  expect(metadataOfDraft({ kind: 'json', text: '[1]' })).toBeUndefined();
  expect(metadataOfDraft({ kind: 'json', text: '{' })).toBeUndefined();
  expect(metadataOfDraft({ kind: 'json', text: ' ' })).toEqual({});
});

test('drafts that mean the same have the same text', () => {
  const laidOut = { kind: 'json', text: '{ "owner" : "ann" }' } as const;
  expect(draftText(laidOut)).toBe(draftText(draftOf({ owner: 'ann' })));
  expect(draftText(laidOut)).not.toBe(draftText(draftOf({ owner: 'bob' })));
});

test('a number that would be saved changed is refused, and one that is stored stays', () => {
  const isRefused = (value: string): boolean =>
    metadataOfDraft({ kind: 'rows', rows: [{ key: 'id', type: 'Number', value }] }) === undefined;
  expect(isRefused('9007199254740993')).toBe(true);
  expect(metadataOfDraft({ kind: 'json', text: '{"a":[9007199254740993]}' })).toBeUndefined();

  const stored = { id: 2 ** 60, sizes: [9007199254740992, 1e300] };
  expect(metadataOfDraft(draftOf(stored))).toEqual(stored);
  expect(otherWay(draftOf(stored))).toMatchObject({ kind: 'json' });
});

test('tags are edited beside the entries, in the form that they had', () => {
  expect(tagsOfDraft(draftOf(metadata))).toEqual(['ui', 'beta']);
  expect(metadataOfDraft(draftWithTags(draftOf(metadata), ['new']))).toEqual({ ...metadata, tags: ['new'] });
  expect(metadataOfDraft(draftWithTags(draftOf({ tags: 'a, b' }), ['a']))).toEqual({ tags: 'a' });
  expect(metadataOfDraft(draftWithTags(draftOf(metadata), []))).toEqual({ owner: 'ann', limits: { max: 3 } });
  expect(takesTags(draftOf({ tags: 7 }))).toBe(false);
  expect(takesTags(draftOf({ tags: ['a', 7] }))).toBe(false);
});
