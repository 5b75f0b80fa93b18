import { pairRows } from './pair-rows';

/** Rows as `a1`: for whom it is, and what those get. A capital is of another kind. */
function paired(base: string, others: string): readonly (number | undefined)[] {
  return pairRows(base.split(' '), others.split(' '), {
    kind: (row) => (/^[A-Z]/.test(row) ? 'capital' : 'small'),
    contents: [(row) => row],
    condition: (row) => (row.startsWith('?') ? undefined : row.slice(0, 1)),
  });
}

it.each([
  ['equal rows, wherever they stand', 'a1 b1 c1', 'c1 a1 b1', [1, 2, 0]],
  ['the first of several that are equal with the first', 'a1 a1 b1', 'b1 a1', [1, undefined, 0]],
  ['several that are equal in their order', 'a1 b1 a1', 'a1 a1 b1', [0, 2, 1]],
  ['rows that were moved and edited, by whom they are for', 'a1 b1', 'b2 a2', [1, 0]],
  [
    'none by whom it is for that is not the only one in the base',
    'a1 a2 c1',
    'c2 a3',
    [undefined, undefined, 0],
  ],
  ['nor one that is not the only one in the other list', 'a1 c1', 'c2 a2 a3', [undefined, 0]],
  ['none by whom it is for that is for everybody', '?1 c1', 'c2 ?2', [undefined, 0]],
  ['what stands between the same neighbours', 'a1 x1 b1', 'a1 y2 b1', [0, 1, 2]],
  ['what stands at the start and at the end', 'x1 a1 z1', 'y2 a1 w2', [0, 1, 2]],
  ['nothing where the numbers differ', 'a1 x1 b1', 'a1 y2 w2 b1', [0, undefined, 3]],
  ['nothing of another kind', 'a1 x1 b1', 'a1 Y2 b1', [0, undefined, 2]],
  [
    'nothing twice, where others were moved between the neighbours',
    'a1 b1 x1 c1',
    'b1 a1 c1',
    [1, 0, undefined, 2],
  ],
])('pairs %s: %s with %s', (_, base, others, indexes) => {
  expect(paired(base, others)).toEqual(indexes);
});
