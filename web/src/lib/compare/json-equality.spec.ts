import { sameJsonText } from './json-equality';

test.each([
  ['{"id":9007199254740993}', '{"id":9007199254740992}', false],
  ['{"id":9007199254740993}', '{ "id": 9007199254740993.0 }', true],
  ['', '{}', false],
  ['no JSON', 'no JSON', true],
])('that the attachments %s and %s mean the same is %s', (left, right, isSame) => {
  expect(sameJsonText(left, right)).toBe(isSame);
});
