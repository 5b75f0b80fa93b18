import { itemLines } from './item-lines';

const names = { before: 'shop@7', after: 'shop@12' };

function shown(before: object | string | undefined, after: object | string | undefined): readonly string[] {
  const text = (value: object | string | undefined): string | undefined =>
    typeof value === 'object' ? JSON.stringify(value) : value;
  return itemLines([{ kind: 'flag', key: 'a', before: text(before), after: text(after) }], names);
}

test('what was updated is shown with three lines around it', () => {
  const flag = { key: 'a', name: 'A', description: 'long', type: 'T', enabled: false, metadata: { x: 1 } };
  expect(shown(flag, { ...flag, enabled: true })).toEqual([
    '--- shop@7 flag a',
    '+++ shop@12 flag a',
    '@@ -3,7 +3,7 @@',
    '   "name": "A",',
    '   "description": "long",',
    '   "type": "T",',
    '-  "enabled": false,',
    '+  "enabled": true,',
    '   "metadata": {',
    '     "x": 1',
    '   }',
  ]);
});

test('places that are far from each other are parts of their own', () => {
  const flag = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`m${index}`, index]));
  const lines = shown(flag, { ...flag, m1: 'x', m18: 'y' });
  expect(lines.filter((line) => line.startsWith('@@'))).toEqual(['@@ -1,6 +1,6 @@', '@@ -17,6 +17,6 @@']);
});

test('what was created or deleted is shown whole', () => {
  expect(shown(undefined, { key: 'a' })).toEqual([
    '--- shop@7 flag a (absent)',
    '+++ shop@12 flag a',
    '@@ -0,0 +1,3 @@',
    '+{',
    '+  "key": "a"',
    '+}',
  ]);
  expect(shown({ key: 'a' }, undefined).slice(1, 4)).toEqual([
    '+++ shop@12 flag a (absent)',
    '@@ -1,3 +0,0 @@',
    '-{',
  ]);
});

test('numbers are compared as they are written', () => {
  expect(shown('{"share":1.50}', '{"share":1.5}').slice(3)).toEqual([
    ' {',
    '-  "share": 1.50',
    '+  "share": 1.5',
    ' }',
  ]);
});

test('a namespace has no key, and no text reaches the terminal as a command to it', () => {
  const item = { kind: 'namespace', key: '', before: '{"name":"\u009b2J"}', after: '{"name":"b"}' };
  expect(itemLines([item], names)).toEqual([
    '--- shop@7 namespace',
    '+++ shop@12 namespace',
    '@@ -1,3 +1,3 @@',
    ' {',
    '-  "name": "\\u009b2J"',
    '+  "name": "b"',
    ' }',
  ]);
});
