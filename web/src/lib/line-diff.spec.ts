import { diffLines } from './line-diff';

/** The differences as people write them down, one per line. */
function written(before: string, after: string): string[] {
  const signs = { same: ' ', removed: '-', added: '+' };
  return diffLines(before, after).map(({ kind, text }) => signs[kind] + text);
}

describe('diffLines', () => {
  it('keeps what is the same and shows what left before what came', () => {
    expect(written('{\n"a": 1\n}', '{\n"a": 2\n}')).toEqual([' {', '-"a": 1', '+"a": 2', ' }']);
  });

  it('finds a line put in between without touching its neighbours', () => {
    expect(written('a\nb\nc', 'a\nx\nb\nc')).toEqual([' a', '+x', ' b', ' c']);
  });

  it('shows a text that is new, and one that went', () => {
    expect(written('', 'a\nb')).toEqual(['+a', '+b']);
    expect(written('a\nb', '')).toEqual(['-a', '-b']);
    expect(written('', '')).toEqual([]);
  });

  it('compares texts of thousands of lines as wholes', () => {
    const long = Array.from({ length: 2_001 }, (_, line) => String(line)).join('\n');
    expect(diffLines(long, long).every((line) => line.kind === 'same')).toBe(true);
    expect(diffLines(long, `${long}\nmore`)).toHaveLength(4_003);
  });
});
