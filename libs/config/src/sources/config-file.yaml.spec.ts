import { readYaml } from './config-file';

test('every scalar stays the text that was written', () => {
  const { content, faults } = readYaml('a: 1.0\nb: yes\nc: 0x10\nd: "null"\ne: 007\nf: [1, true]');
  expect(faults).toEqual([]);
  expect(Object.fromEntries(content)).toEqual({
    a: '1.0',
    b: 'yes',
    c: '0x10',
    d: 'null',
    e: '007',
    f: ['1', 'true'],
  });
});

test('an absent value is null', () => {
  expect([...readYaml('a:\nb: ~\nc: null').content.values()]).toEqual([null, null, null]);
});

test('JSON is YAML', () => {
  expect(readYaml('{"a": {"b": 1}}').content).toEqual(new Map([['a', new Map([['b', '1']])]]));
});

test('anchors and merges work', () => {
  const { content } = readYaml('base: &base { x: 1 }\nother:\n  <<: *base\n  y: 2');
  expect(content.get('other')).toEqual(
    new Map([
      ['x', '1'],
      ['y', '2'],
    ]),
  );
});

test.each(['', '# nothing\n', '---\n', 'null'])('%p is an empty map', (text) => {
  expect(readYaml(text)).toEqual({ content: new Map(), faults: [] });
});

test.each([
  ['a: 1\nb: 2\na: 3', 'line 3: Map keys must be unique'],
  ['a: 1\n  b: 2', 'line 1: Nested mappings are not allowed in compact mappings'],
  ['a: {b: 1', 'line 1: Flow map in block collection must be sufficiently indented and end with a }'],
  ['- a', 'line 1: expected keys with values at the top level'],
  ['hello', 'line 1: expected keys with values at the top level'],
  ['a: 1\n---\nb: 2', 'line 2: Source contains multiple documents'],
])('%p is refused', (text, fault) => {
  expect(readYaml(text).faults).toContain(fault);
});

test.each([
  'password: *hunter2',
  'password: !hunter2',
  'password: ]hunter2',
  'password: |hunter2\n  x',
  'password: "\\hunter2"',
  'password: "a" hunter2',
  'password: @hunter2',
  'password: "hunter2',
  'password: a: hunter2',
])('the fault of %p does not quote it', (text) => {
  const { faults } = readYaml(text);
  expect(faults).not.toEqual([]);
  expect(faults.join('\n')).not.toMatch(/hunter|\\h/);
});
