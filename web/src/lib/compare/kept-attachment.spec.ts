import { keptAttachment } from './kept-attachment';

test.each([
  ['{"id":9007199254740993}', '{"id":9007199254740992}', false],
  ['{"id":9007199254740993}', '{ "id": 9007199254740993.0 }', true],
  ['', '{}', false],
  ['no JSON', 'no JSON', true],
])('that the attachment %s is kept for %s is %s', (stored, wanted, isKept) => {
  expect(keptAttachment(stored, wanted)).toBe(isKept ? stored : wanted);
});
