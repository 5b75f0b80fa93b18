import { MergeReport, Spot } from './merge-report';
import { mergeRows, type RowLaw } from './merge-rows';

/** A row as `a1`, or `a1:x` with a description: whom it is for, and what those get. */
interface Row {
  readonly text: string;
}

const law: RowLaw<Row> = {
  contents: [({ text }) => text, meaningOf],
  condition: ({ text }) => text.slice(0, 1),
  result: ({ text }) => text.slice(1, 2),
  description: ({ text }) => text.slice(3),
  joined: ({ text: condition }, { text: result }, { text: description }) => ({
    text: `${condition.slice(0, 1)}${result.slice(1, 2)}${description.slice(2)}`,
  }),
};

function meaningOf({ text }: Row): string {
  return text.slice(0, 2);
}

function rowsOf(texts: string): readonly Row[] {
  return texts.split(' ').flatMap((text) => (text === '' ? [] : [{ text }]));
}

/** Rows and lists of rows as they are written here; what is absent as `-`. */
function shown(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(shown).join(' ')}]`;
  if (typeof value === 'object') return (value as Row).text;
  return typeof value === 'string' ? value : '-';
}

/** What came of a merge: the rows, and a line for all that it tells. */
function merged(texts: readonly string[], decides?: 'mine'): readonly [rows: string, ...told: string[]] {
  const [base = [], mine = [], latest = []] = texts.map(rowsOf);
  const report = new MergeReport({ kind: 'flag', key: 'colour' }, decides && (() => decides));
  const rows = mergeRows({ base, mine, latest }, law, new Spot(report, 'rules'));
  return [
    rows.map(shown).join(' '),
    ...report.conflicts.map((one) => {
      return `${one.item}: ${shown(one.base)}, ${shown(one.mine)} or ${shown(one.latest)}`;
    }),
    ...report.kept.map(({ item, latest: value }) => `over ${item}: ${shown(value)}`),
    ...report.warnings.map(({ item, before }) => `${item} before ${before}`),
  ];
}

describe('the order of merged rows', () => {
  it.each<[what: string, base: string, mine: string, latest: string, outcome: readonly string[]]>([
    [
      'is that of latest, where mine leaves it',
      'a1 b1',
      'a2 b1',
      'b1 a1',
      ['b1 a2', 'over order: [2 1]', '2 before 1'],
    ],
    ['is that of mine, where latest leaves it', 'a1 b1', 'b1 a1', 'a1 b1', ['b1 a1']],
    ['is that of both', 'a1 b1 c1', 'c1 a1 b1', 'c1 a1 b1', ['c1 a1 b1']],
    [
      'is a conflict where both have changed it',
      'a1 b1 c1',
      'b1 a1 c1',
      'a1 c1 b1',
      ['a1 c1 b1', 'order: [1 2 3], [2 1 3] or [1 3 2]'],
    ],
    ['does not depend on rows that a side has taken away', 'a1 b1 c1', 'c1 b1', 'b1 c1 a1', ['c1 b1']],
    ['has what mine adds behind the row before it', 'a1 b1', 'a1 x1 y1 b1', 'a1 b1', ['a1 x1 y1 b1']],
    ['has it at the start', 'a1', 'x1 a1', 'a1', ['x1 a1']],
    [
      'has what latest adds behind the row before it',
      'a1 b1',
      'a1 b2',
      'a1 x1 b1',
      ['a1 x1 b2', 'over +2: x1', '+2 before 2'],
    ],
    ['has what both add at two places', 'a1 b1', 'x1 a1 b1', 'a1 b1 y1', ['x1 a1 b1 y1', 'over +3: y1']],
    ['has what both add alike once', 'a1', 'a1 x1 y1', 'a1 x1 y1', ['a1 x1 y1']],
    ['has what both add alike as mine describes it', 'a1', 'a1 x1:mine', 'a1 x1', ['a1 x1:mine']],
    ['has what both add alike as latest describes it', 'a1', 'a1 x1', 'a1 x1:latest', ['a1 x1:latest']],
    [
      'is over others where mine describes it',
      'a1',
      'a1 x1:mine',
      'a2 x1',
      ['a2 x1:mine', 'over 1.result: a2'],
    ],
    ['is over nothing where mine says no more', 'a1', 'a1 x1', 'a2 x1:latest', ['a2 x1:latest']],
    ['has what both add and describe alike', 'a1', 'a1 x1:words', 'a1 x1:words', ['a1 x1:words']],
    [
      'is a conflict where both describe it in other words',
      'a1',
      'a1 x1:mine',
      'a1 x1:latest',
      ['a1 x1:latest', 'order of new: [], [x1:mine] or [x1:latest]'],
    ],
    ['has what both add alike at two places twice', 'a1', 'x1 a1', 'a1 x1', ['x1 a1 x1', 'over +2: x1']],
    [
      'is a conflict where both add at one place',
      'a1',
      'a1 x1',
      'a1 y1',
      ['a1 y1', 'order of new: [], [x1] or [y1]'],
    ],
    [
      'is one where mine adds more',
      'a1',
      'a1 x1 y1',
      'a1 x1',
      ['a1 x1', 'order of new: [], [x1 y1] or [x1]'],
    ],
    [
      'is one where latest adds more',
      'a1',
      'a1 x1',
      'a1 x1 y1',
      ['a1 x1 y1', 'order of new: [], [x1] or [x1 y1]'],
    ],
    [
      'is one where the second of them differs',
      'a1',
      'a1 x1 y1',
      'a1 x1 y2',
      ['a1 x1 y2', 'order of new: [], [x1 y1] or [x1 y2]'],
    ],
    [
      'is one where they are the same in another order',
      'a1',
      'a1 x1 y1',
      'a1 y1 x1',
      ['a1 y1 x1', 'order of new: [], [x1 y1] or [y1 x1]'],
    ],
  ])('%s: %s, %s, %s', (_, base, mine, latest, outcome) => {
    expect(merged([base, mine, latest])).toEqual(outcome);
  });

  it.each<[base: string, mine: string, latest: string, rows: string]>([
    ['a1 b1 c1', 'b1 a1 c1', 'a1 c1 b1', 'b1 a1 c1'],
    ['a1', 'a1 x1 y1', 'a1 z1', 'a1 x1 y1'],
    // What mine has edited stands among what it has added.
    ['a1 b1 c1', 'a1 x1 b2 c1', 'a1 y1 z1 c1', 'a1 x1 b2 c1'],
    ['a1 b1 c1', 'a1 x1 y1 c1', 'a1 z1 b2 c1', 'a1 x1 y1 c1'],
    ['a1 b1 c1', 'a1 x1 b2 y1 c1', 'a1 x1 y1 c1', 'a1 x1 b2 y1 c1'],
  ])('is that of mine where it decides: %s, %s, %s', (base, mine, latest, rows) => {
    const [found, ...told] = merged([base, mine, latest], 'mine');
    expect(found).toBe(rows);
    expect(told.filter((line) => line.includes(' or '))).toEqual([]);
  });
});

describe('a row that one side takes away', () => {
  it.each<[what: string, base: string, mine: string, latest: string, outcome: readonly string[]]>([
    ['is gone by mine', 'a1 b1', 'b1', 'a1 b1', ['b1']],
    ['is gone by latest', 'a1 b1', 'a1 b2', 'b1', ['b2', 'over 1: -']],
    ['is gone where the other side moves it', 'a1 b1 c1', 'b1 c1', 'b1 c1 a1', ['b1 c1']],
    ['is gone where the other side describes it', 'a1 b1', 'b1', 'a1:new b1', ['b1']],
    ['is a conflict where latest edits it', 'a1 b1', 'b1', 'a2 b1', ['a2 b1', '1: a1, - or a2']],
    ['is a conflict where mine edits it', 'a1 b1', 'a2 b1', 'b1', ['b1', '1: a1, a2 or -']],
    [
      'leaves alone what both add alike beside it',
      'a1 b1 c1',
      'a1 x1 y1 c1',
      'a1 b2 x1 y1 c1',
      ['a1 b2 x1 y1 c1', '2: b1, - or b2'],
    ],
    [
      'leaves it alone where mine edits it',
      'a1 b1 c1',
      'a1 b2 x1 y1 c1',
      'a1 x1 y1 c1',
      ['a1 x1 y1 c1', '2: b1, b2 or -'],
    ],
    [
      'is no new row in a conflict where the other side edits it',
      'a1 b1 c1',
      'a1 x1 y1 c1',
      'a1 b2 c1',
      ['a1 x1 y1 b2 c1', '2: b1, - or b2'],
    ],
  ])('%s: %s, %s, %s', (_, base, mine, latest, outcome) => {
    expect(merged([base, mine, latest])).toEqual(outcome);
  });
});

describe('a row that both sides have', () => {
  it.each<[what: string, base: string, mine: string, latest: string, outcome: readonly string[]]>([
    ['has the condition of one and the result of the other', 'a1', 'b1', 'a2', ['b2', 'over 1.result: a2']],
    [
      'has the result of one and the condition of the other',
      'a1',
      'a2',
      'b1',
      ['b2', 'over 1.condition: b1'],
    ],
    ['has a description of its own', 'a1:x', 'a2:x', 'a1:y', ['a2:y', 'over 1.description: a1:y']],
    ['is described by mine', 'a1:x', 'a1:y', 'a2:x', ['a2:y', 'over 1.result: a2:x']],
    ['conflicts in its condition', 'a1', 'b1', 'c1', ['c1', '1.condition: a1, b1 or c1']],
    ['conflicts in its result', 'a1 b1', 'a1 b2', 'a1 b3', ['a1 b3', '2.result: b1, b2 or b3']],
    ['conflicts in its description', 'a1:x', 'a1:y', 'a1:z', ['a1:z', '1.description: a1:x, a1:y or a1:z']],
  ])('%s: %s, %s, %s', (_, base, mine, latest, outcome) => {
    expect(merged([base, mine, latest])).toEqual(outcome);
  });
});

describe('a warning', () => {
  it.each<[what: string, base: string, mine: string, latest: string, warnings: readonly string[]]>([
    ['tells of a new row before one that the other side edited', 'a1', 'x1 a1', 'a2', ['+1 before 1']],
    ['tells of one of latest', 'a1', 'a2', 'x1 a1', ['+1 before 1']],
    ['tells of a row that was moved before it', 'a1 b1', 'b1 a1', 'a2 b1', ['2 before 1']],
    ['tells of one that latest moved', 'a1 b1', 'a2 b1', 'b1 a1', ['2 before 1']],
    ['tells of a row that stands far before it', 'a1 b1 c1', 'x1 a1 b1 c1', 'a1 b1 c2', ['+1 before 3']],
    ['is not of an edit by the same side', 'a1', 'x1 a2', 'a1', []],
    ['is not of an edit that both made', 'a1', 'x1 a2', 'a2', []],
    ['is not of a description', 'a1', 'x1 a1', 'a1:new', []],
    ['is not of a row that stood there', 'c1 b1 a1', 'c1 b1 a1', 'c1 b1 a2', []],
    ['is not of a new row behind it', 'a1', 'a1 x1', 'a2', []],
    ['is not of a new row that comes to stand behind it', 'a1 b1', 'a1 x1 b1', 'b2 a1', []],
    ['is not of a move by the side that edits', 'a1 b1', 'a1 b1', 'b1 a2', []],
    ['is not of two new rows', 'a1', 'a1 x1 y1', 'a1', []],
    ['is not of a new row before one that nobody edited', 'a1', 'x1 a1', 'a1', []],
  ])('%s: %s, %s, %s', (_, base, mine, latest, warnings) => {
    expect(merged([base, mine, latest]).filter((line) => line.includes(' before '))).toEqual(warnings);
  });
});
