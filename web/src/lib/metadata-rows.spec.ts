import { type Json } from '@pennon/domain';
import fc from 'fast-check';
import { metadataOf, rowProblems, rowsOf } from './metadata-rows';

test('metadata survives the editor, members called __proto__ too', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue({ stringUnit: 'binary' })),
      (dictionary) => {
        const metadata = JSON.parse(JSON.stringify(dictionary)) as Readonly<Record<string, Json>>;
        expect(JSON.stringify(metadataOf(rowsOf(metadata)))).toBe(JSON.stringify(metadata));
      },
    ),
  );
  const tricky = JSON.parse('{"__proto__":{"a":1},"constructor":"x"}') as Readonly<Record<string, Json>>;
  expect(JSON.stringify(metadataOf(rowsOf(tricky)))).toBe('{"__proto__":{"a":1},"constructor":"x"}');
});

test('the string "123" stays a string', () => {
  expect(rowsOf({ a: '123', b: 123 }).map(({ type }) => type)).toEqual(['String', 'Number']);
});

test.each([
  [{ key: '', type: 'String', value: 'x' }, 'key-missing'],
  [{ key: 'a', type: 'Number', value: 'x' }, 'not-a-number'],
  [{ key: 'a', type: 'Number', value: '' }, 'not-a-number'],
  [{ key: 'a', type: 'Number', value: '9007199254740993' }, 'not-exact'],
  [{ key: 'a', type: 'Number', value: '9007199254740992' }, undefined],
  [{ key: 'a', type: 'Number', value: '0x10' }, 'not-a-number'],
  [{ key: 'a', type: 'Object', value: '{' }, 'not-json'],
  [{ key: 'a', type: 'Object', value: '{"id":9007199254740993}' }, 'not-exact'],
  [{ key: 'a', type: 'Array', value: '{}' }, 'other-type'],
  [{ key: 'a', type: 'Boolean', value: 'true' }, undefined],
] as const)('%j has the problem %s', (row, problem) => {
  expect(rowProblems([row])).toEqual([problem]);
});

test('keys are unique', () => {
  const row = { key: 'a', type: 'Null', value: '' } as const;
  expect(rowProblems([row, { ...row }])).toEqual(['key-not-unique', 'key-not-unique']);
});
