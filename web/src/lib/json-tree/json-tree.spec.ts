import { readJsonTree } from './json-node';
import { ROOT, SHOWN_ENTRIES, SHOWN_LEVELS, type TreeRow, treeRows } from './tree-rows';

/** A line as `name: value`, with what can be opened marked. */
function lineOf(row: TreeRow): string {
  if (row.kind === 'rest') return `${row.path}: ${row.count} more`;
  const { name = 'root', node, isOpen } = row;
  const mark = isOpen === undefined ? '' : isOpen ? 'v ' : '> ';
  return `${mark}${name}: ${'spelling' in node ? node.spelling : `${node.kind} of ${node.entries.length}`}`;
}

function linesOf(text: string, ...opened: readonly string[]): readonly string[] {
  return treeRows(readJsonTree(text), new Set(opened)).map(lineOf);
}

test('values keep their spelling, members their order and their number', () => {
  expect(linesOf('{"b": 9007199254740993, "1": 1.10, "b": "x, {y}: [\\"z"}', ROOT)).toEqual([
    'v root: object of 3',
    '"b": 9007199254740993',
    '"1": 1.10',
    '"b": "x, {y}: [\\"z"',
  ]);
});

test('only what was opened shows its entries', () => {
  const text = '{"a": [true, {"c": null}], "b": {}}';
  expect(linesOf(text)).toEqual(['> root: object of 2']);
  expect(linesOf(text, ROOT, '/0')).toEqual([
    'v root: object of 2',
    'v "a": array of 2',
    '0: true',
    '> 1: object of 1',
    '"b": object of 0',
  ]);
});

test.each(['"text"', '-1e5', 'false', 'null'])('%s alone is one line', (text) => {
  expect(linesOf(text, ROOT)).toEqual([`root: ${text}`]);
});

test('places count the line that stands for the rest', () => {
  const items = JSON.stringify(Array.from({ length: SHOWN_ENTRIES + 3 }, () => 0));
  const rows = treeRows(readJsonTree(items), new Set([ROOT]));
  expect(rows).toHaveLength(1 + SHOWN_ENTRIES + 1);
  expect(rows.at(1)).toMatchObject({ level: 2, position: 1, siblings: SHOWN_ENTRIES + 1 });
  expect(rows.at(-1)).toMatchObject({ kind: 'rest', count: 3, level: 2, position: SHOWN_ENTRIES + 1 });
});

test('what lies too deep cannot be opened, however deep that is', () => {
  const depth = 20_000;
  const root = readJsonTree('['.repeat(depth) + ']'.repeat(depth));
  const paths = Array.from({ length: depth }, (_, index) => '/0'.repeat(Math.min(index, 2 * SHOWN_LEVELS)));
  const rows = treeRows(root, new Set(paths));
  expect(rows).toHaveLength(SHOWN_LEVELS + 1);
  expect(rows.at(-1)).toMatchObject({ level: SHOWN_LEVELS + 1, isOpen: undefined });
});

test('what is no JSON is refused', () => {
  expect(() => readJsonTree('{"a":}')).toThrow(SyntaxError);
});
