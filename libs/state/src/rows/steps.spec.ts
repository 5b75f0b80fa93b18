import { closedUp, ordered } from './steps';

const steps = [
  { id: 'a', rank: 1, createdAt: 1, updatedAt: 1 },
  { id: 'b', rank: 4, createdAt: 2, updatedAt: 2 },
  { id: 'c', rank: 4, createdAt: 3, updatedAt: 3 },
];

/** Steps as `id rank moment`. */
function shown(rows: readonly (typeof steps)[number][]): readonly string[] {
  return rows.map(({ id, rank, updatedAt }) => `${id} ${rank} ${updatedAt}`);
}

it.each<[ids: readonly string[], rows: readonly string[]]>([
  [
    ['c', 'b', 'a'],
    ['c 1 9', 'b 2 9', 'a 3 9'],
  ],
  [['a'], ['a 1 9', 'b 4 2', 'c 4 3']],
  [
    ['gone', 'c'],
    ['a 1 1', 'c 2 9', 'b 4 2'],
  ],
  [[], ['a 1 1', 'b 4 2', 'c 4 3']],
])('ordered by %j', (ids, rows) => {
  expect(shown(ordered(steps, ids, 9))).toEqual(rows);
});

it('puts the one that was made first before another one of its rank', () => {
  const [young, old] = [
    { id: 'young', rank: 1, createdAt: 5, updatedAt: 5 },
    { id: 'old', rank: 2, createdAt: 1, updatedAt: 1 },
  ];
  expect(shown(ordered([young, old], ['old'], 9))).toEqual(['old 1 9', 'young 1 5']);
});

it.each<[id: string, rows: readonly string[]]>([
  ['a', ['b 1 9', 'c 2 9']],
  ['b', ['a 1 9', 'c 2 9']],
  ['gone', ['a 1 1', 'b 4 2', 'c 4 3']],
])('closed up behind %s', (id, rows) => {
  expect(shown(closedUp(steps, id, 9))).toEqual(rows);
});
