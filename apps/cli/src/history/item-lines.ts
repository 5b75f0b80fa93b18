import { applyEdits, format } from 'jsonc-parser';
import { oneLine } from '../terminal/print';
import { lineDifference, type DifferenceLine } from './line-difference';
import { subjectName } from './revision-lines';

/** A flag, a segment, or what a namespace is called, before and after; a state that is undefined was not there. */
interface ChangedItem {
  /** `flag`, `segment` or `namespace`. */
  readonly kind: string;
  /** `''` for `namespace`. */
  readonly key: string;
  /** JSON text. */
  readonly before?: string | undefined;
  /** JSON text. */
  readonly after?: string | undefined;
}

/** What the two states are called, such as `shop@7` and `shop@12`. */
export interface SideNames {
  readonly before: string;
  readonly after: string;
}

/** How many equal lines are shown around those that differ. */
const CONTEXT = 3;

/** What differs, in lines of a unified diff of indented JSON, one item after another. */
export function itemLines(items: readonly ChangedItem[], names: SideNames): readonly string[] {
  return items.flatMap((item) => {
    const { before, after } = item;
    const difference = lineDifference(jsonLines(before), jsonLines(after));
    return [
      `--- ${names.before} ${subjectName(item)}${before === undefined ? ' (absent)' : ''}`,
      `+++ ${names.after} ${subjectName(item)}${after === undefined ? ' (absent)' : ''}`,
      ...hunksOf(difference),
    ];
  });
}

/** Indented by two spaces; numbers and the order of members are those of the text. */
function jsonLines(json: string | undefined): readonly string[] {
  if (json === undefined) return [];
  const options = { tabSize: 2, insertSpaces: true, eol: '\n' };
  return applyEdits(json, format(json, undefined, options))
    .split('\n')
    .map(oneLine);
}

/** The lines that differ with those around them, each part below a head with its place in both texts. */
function hunksOf(lines: readonly DifferenceLine[]): readonly string[] {
  const changed = [...lines.keys()].filter((index) => lines[index]?.sign !== ' ');
  const shown: string[] = [];
  const place = { before: 0, after: 0 };
  let index = 0;
  for (const [from, to] of rangesOf(changed, lines.length)) {
    for (; index < from; index++) advance(place, lines[index]);
    const hunk = lines.slice(from, to);
    const start = { ...place };
    for (; index < to; index++) advance(place, lines[index]);
    const before = rangeText(start.before, place.before);
    const after = rangeText(start.after, place.after);
    shown.push(`@@ -${before} +${after} @@`, ...hunk.map(({ sign, text }) => `${sign}${text}`));
  }
  return shown;
}

/** Parts of the lines: from, and to without it. Parts that touch are one. */
function rangesOf(changed: readonly number[], length: number): readonly (readonly [number, number])[] {
  const ranges: [number, number][] = [];
  for (const index of changed) {
    const from = Math.max(0, index - CONTEXT);
    const to = Math.min(length, index + CONTEXT + 1);
    const last = ranges.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = to;
    else ranges.push([from, to]);
  }
  return ranges;
}

function advance(place: { before: number; after: number }, line: DifferenceLine | undefined): void {
  if (line === undefined) return;
  if (line.sign !== '+') place.before++;
  if (line.sign !== '-') place.after++;
}

/** The first line and how many there are, as unified diffs have it: `3,7`, or `0,0` where there is none. */
function rangeText(start: number, end: number): string {
  const count = end - start;
  return `${count === 0 ? start : start + 1}${count === 1 ? '' : `,${count}`}`;
}
