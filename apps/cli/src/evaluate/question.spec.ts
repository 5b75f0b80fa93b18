import { parseContext } from './question';

test('what is behind the first equals sign is the value', () => {
  expect({ ...parseContext(['plan=pro', 'query=a=b', 'empty=', 'plan=max']) }).toEqual({
    plan: 'max',
    query: 'a=b',
    empty: '',
  });
  expect(Object.keys(parseContext(['__proto__=x']))).toEqual(['__proto__']);
});

test.each(['plan', '=pro', ''])('%p is no property', (pair) => {
  expect(() => parseContext([pair])).toThrow(`--context takes NAME=VALUE, not ${JSON.stringify(pair)}`);
});
