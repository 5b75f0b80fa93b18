import { laidOutJson } from './json-layout';

test.each([
  '{"a":[1,true,null,{"b":"x, {y}: [\\"z\\\\"}],"c":{},"d":[]}',
  '[]',
  '"text"',
  '[[1,2],[[3]]]',
  '{"":{"a":{"b":[{}]}}}',
])('lays %s out as JSON.stringify does', (text) => {
  expect(laidOutJson(text)).toBe(JSON.stringify(JSON.parse(text), undefined, 2));
  expect(laidOutJson(laidOutJson(text))).toBe(laidOutJson(text));
});

test('numbers keep their spelling, members their order and their number', () => {
  expect(laidOutJson('{"b":9007199254740993,"1":1.0,"b":1e400}')).toBe(
    '{\n  "b": 9007199254740993,\n  "1": 1.0,\n  "b": 1e400\n}',
  );
});

test('what is no JSON is refused', () => {
  expect(() => laidOutJson('{"a":}')).toThrow(SyntaxError);
});
