import { type EvaluationResult } from '@pennon/snapshot';

/** Most units of text that all notes keep together. */
const MAX_KEPT = 2 ** 23;

/** What answers say of a result alone, written once: to write it costs more than to evaluate it. */
export interface ResultTexts {
  /** The members of an answer before those of its call. */
  head?: string | undefined;
  /** The members behind them. */
  tail?: string | undefined;
  /** The entry of a bulk answer of OFREP. */
  entry?: string | undefined;
}

/** What is kept with a result. */
export class ResultNotes implements ResultTexts {
  head: string | undefined;
  tail: string | undefined;
  entry: string | undefined;
  /** By whom the result is counted, and what counts it there. */
  countedBy: object | undefined;
  counter: { count: number } | undefined;

  /** How much text this is. */
  get length(): number {
    return (this.head?.length ?? 0) + (this.tail?.length ?? 0) + (this.entry?.length ?? 0);
  }
}

/** The notes on a result. */
export function notesOf(result: EvaluationResult): ResultNotes {
  return (result.notes ??= new ResultNotes()) as ResultNotes;
}

/** Notes with texts, the oldest first, and how much text they have together. */
let queue: ResultNotes[] = [];
let first = 0;
let kept = 0;

/** Keeps texts of a result; when there is no room, the oldest texts are given up. */
export function keepTexts(notes: ResultNotes, texts: ResultTexts): void {
  const before = notes.length;
  Object.assign(notes, texts);
  kept += notes.length - before;
  queue.push(notes);
  while (kept > MAX_KEPT) giveUp(queue[first++]);
  if (first > queue.length / 2) {
    queue = queue.slice(first);
    first = 0;
  }
}

function giveUp(notes: ResultNotes | undefined): void {
  if (notes === undefined) return;
  kept -= notes.length;
  Object.assign(notes, { head: undefined, tail: undefined, entry: undefined } satisfies ResultTexts);
}
