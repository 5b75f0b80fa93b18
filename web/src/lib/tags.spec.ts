import { knownTags, tagsOf, withTags } from './tags';

test('tags are an array of strings or a comma list', () => {
  expect(tagsOf({ tags: ['ui', ' beta ', 3, 'ui'] })).toEqual(['ui', 'beta']);
  expect(tagsOf({ tags: 'ui, beta,,ui' })).toEqual(['ui', 'beta']);
  expect(tagsOf({ tags: 7 })).toEqual([]);
  expect(tagsOf({})).toEqual([]);
});

test('tags are written in the form that they had', () => {
  expect(withTags({ owner: 'a', tags: 'ui' }, ['ui', 'new'])).toEqual({ owner: 'a', tags: 'ui, new' });
  expect(withTags({ owner: 'a' }, ['new'])).toEqual({ owner: 'a', tags: ['new'] });
  expect(withTags({ owner: 'a', tags: ['ui'] }, [])).toEqual({ owner: 'a' });
});

test('suggestions are the tags of the namespace, most used first', () => {
  const flags = [{ tags: ['b'] }, { tags: ['a', 'b'] }, { tags: ['c'] }].map((metadata) => ({ metadata }));
  expect(knownTags(flags)).toEqual(['b', 'a', 'c']);
});
