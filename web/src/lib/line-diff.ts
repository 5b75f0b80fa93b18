/** One line of two texts laid over each other. */
export interface LineDifference {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** Texts of more lines than this are compared as wholes: the table below grows with the product of both. */
const comparedLines = 2_000;

/** The fewest lines to remove and add to come from one text to the other. An empty text has no lines. */
export function diffLines(before: string, after: string): LineDifference[] {
  const old = before === '' ? [] : before.split('\n');
  const current = after === '' ? [] : after.split('\n');
  if (old.length > comparedLines || current.length > comparedLines) {
    if (before === after) return old.map((text) => ({ kind: 'same', text }));
    return [...old.map(asRemoved), ...current.map(asAdded)];
  }
  const common = commonLengths(old, current);
  const lines: LineDifference[] = [];
  let [row, column] = [0, 0];
  for (;;) {
    const [left, right] = [old[row], current[column]];
    if (left === undefined && right === undefined) return lines;
    if (left !== undefined && left === right) {
      lines.push({ kind: 'same', text: left });
      row += 1;
      column += 1;
    } else if (
      left !== undefined &&
      (right === undefined || lengthAt(common, row + 1, column) >= lengthAt(common, row, column + 1))
    ) {
      lines.push(asRemoved(left));
      row += 1;
    } else if (right !== undefined) {
      lines.push(asAdded(right));
      column += 1;
    }
  }
}

const asRemoved = (text: string): LineDifference => ({ kind: 'removed', text });
const asAdded = (text: string): LineDifference => ({ kind: 'added', text });

/** At row and column: how many lines the two texts have in common, in order, from there to their ends. */
function commonLengths(old: readonly string[], current: readonly string[]): readonly Uint16Array[] {
  const lengths = Array.from({ length: old.length + 1 }, () => new Uint16Array(current.length + 1));
  for (let row = old.length - 1; row >= 0; row -= 1) {
    const line = lengths[row];
    if (line === undefined) continue;
    for (let column = current.length - 1; column >= 0; column -= 1) {
      line[column] =
        old[row] === current[column]
          ? lengthAt(lengths, row + 1, column + 1) + 1
          : Math.max(lengthAt(lengths, row + 1, column), lengthAt(lengths, row, column + 1));
    }
  }
  return lengths;
}

function lengthAt(lengths: readonly Uint16Array[], row: number, column: number): number {
  return lengths[row]?.[column] ?? 0;
}
