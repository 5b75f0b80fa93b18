import { contextProblems, formatContext, parseContext, withTextValues } from './context-text';

test('a context is an object of texts, and nothing typed is none', () => {
  expect(parseContext('{"plan": "pro"}')).toEqual({ plan: 'pro' });
  expect(parseContext(' ')).toEqual({});
  for (const text of ['{"age": 3}', '[]', '"text"', 'null', '{', '{"a": {}}']) {
    expect(parseContext(text)).toBeUndefined();
  }
});

test('a property called __proto__ is one like others', () => {
  const context = parseContext('{"__proto__": "x"}') ?? {};
  expect(Object.keys(context)).toEqual(['__proto__']);
  expect(parseContext(formatContext(context))).toEqual(context);
});

test('numbers, booleans and nulls can become text where they stand, nested values cannot', () => {
  const text = '{"a": 1.50, "b\\"}": "x", "c" : true , "d":null,"e": {"f": [1, 2]}, "g": ["h"]}';
  const problems = contextProblems(text);
  expect(problems.map(({ name, asText }) => [name, asText])).toEqual([
    ['a', '"1.50"'],
    ['c', '"true"'],
    ['d', '"null"'],
    ['e', undefined],
    ['g', undefined],
  ]);
  expect(problems.map(({ from, to }) => text.slice(from, to))).toEqual([
    '1.50',
    'true',
    'null',
    '{"f": [1, 2]}',
    '["h"]',
  ]);
});

test('all values become text at once, unless one is nested', () => {
  expect(withTextValues('{"a": 1, "b": "x",\n "c": true}')).toBe('{"a": "1", "b": "x",\n "c": "true"}');
  expect(withTextValues('{"a": 1, "b": []}')).toBeUndefined();
  expect(withTextValues('{"a": "1"}')).toBeUndefined();
});

test('text that is no object has no problems of its members', () => {
  expect(contextProblems('[1]')).toEqual([]);
  expect(contextProblems('{"a":')).toEqual([]);
});
