import { withMembersOf } from './subject-text';

test('members are taken from another text letter by letter, and those that it lacks go', () => {
  const stored = '{"key":"a","name":"Old","description":"D","tier":{"of":1.0},"ids":[9007199254740993]}';
  const wanted = '{"key":"a","name":"New","rules":[1.50],"enabled":true}';
  expect(withMembersOf(stored, wanted, new Set(['name', 'description', 'rules']))).toBe(
    '{"key":"a","tier":{"of":1.0},"ids":[9007199254740993],"name":"New","rules":[1.50]}',
  );
});
