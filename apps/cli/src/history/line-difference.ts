/** A line of two texts: in both, in the first one only, or in the second one only. */
export interface DifferenceLine {
  readonly sign: ' ' | '-' | '+';
  readonly text: string;
}

/** Most lines that are found one by one to be new or gone; beyond it, the time would grow with the square. */
const MAX_EDITS = 1000;

/**
 * The lines of two texts, with as few as possible that are not in both.
 *
 * Where more than {@link MAX_EDITS} lines differ, all lines between the first and the last of them count as different.
 */
export function lineDifference(
  before: readonly string[],
  after: readonly string[],
): readonly DifferenceLine[] {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  const old = before.slice(start, before.length - end);
  const fresh = after.slice(start, after.length - end);
  return [
    ...signed(' ', before.slice(0, start)),
    ...(shortestEdit(old, fresh) ?? [...signed('-', old), ...signed('+', fresh)]),
    ...signed(' ', before.slice(before.length - end)),
  ];
}

function signed(sign: DifferenceLine['sign'], lines: readonly string[]): readonly DifferenceLine[] {
  return lines.map((text) => ({ sign, text }));
}

/**
 * The shortest edit by Myers's greedy algorithm; undefined when it has more than {@link MAX_EDITS} lines.
 *
 * A diagonal `k` has the places where as many lines are taken from `old` as from `fresh`, plus `k`. `reached` holds, by
 * diagonal, how many lines of `old` are used at most with so many edits.
 */
function shortestEdit(
  old: readonly string[],
  fresh: readonly string[],
): readonly DifferenceLine[] | undefined {
  const reached = new Map<number, number>([[1, 0]]);
  const steps: ReadonlyMap<number, number>[] = [];
  for (let edits = 0; edits <= Math.min(MAX_EDITS, old.length + fresh.length); edits++) {
    steps.push(new Map(reached));
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let used = isInsertion(reached, diagonal, edits)
        ? at(reached, diagonal + 1)
        : at(reached, diagonal - 1) + 1;
      while (used < old.length && used - diagonal < fresh.length && old[used] === fresh[used - diagonal])
        used++;
      reached.set(diagonal, used);
      if (used >= old.length && used - diagonal >= fresh.length) return walkBack(steps, old, fresh);
    }
  }
  return undefined;
}

/** Whether the best way onto a diagonal takes a line of `fresh`, and not one away from `old`. */
function isInsertion(reached: ReadonlyMap<number, number>, diagonal: number, edits: number): boolean {
  if (diagonal === -edits) return true;
  return diagonal !== edits && at(reached, diagonal - 1) < at(reached, diagonal + 1);
}

function at(reached: ReadonlyMap<number, number>, diagonal: number): number {
  return reached.get(diagonal) ?? 0;
}

/** The lines of the edit, found from its end. */
function walkBack(
  steps: readonly ReadonlyMap<number, number>[],
  old: readonly string[],
  fresh: readonly string[],
): readonly DifferenceLine[] {
  const lines: DifferenceLine[] = [];
  let used = old.length;
  let taken = fresh.length;
  for (const [edits, reached] of [...steps.entries()].toReversed()) {
    const diagonal = used - taken;
    const from = isInsertion(reached, diagonal, edits) ? diagonal + 1 : diagonal - 1;
    const usedBefore = edits === 0 ? 0 : at(reached, from);
    const takenBefore = edits === 0 ? 0 : usedBefore - from;
    while (used > usedBefore && taken > takenBefore) {
      used--;
      taken--;
      lines.push({ sign: ' ', text: old[used] ?? '' });
    }
    if (edits === 0) break;
    if (from === diagonal + 1) lines.push({ sign: '+', text: fresh[takenBefore] ?? '' });
    else lines.push({ sign: '-', text: old[usedBefore] ?? '' });
    used = usedBefore;
    taken = takenBefore;
  }
  return lines.toReversed();
}
