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

/** What JSON without white space is made of where it is ASCII. */
const ascii = /^[ -~]*$/;

/** What is kept with a result. */
export class ResultNotes implements ResultTexts {
  head: string | undefined;
  tail: string | undefined;
  entry: string | undefined;
  /** Whether all texts of the result that were written are ASCII; undefined before the first. */
  isAscii: boolean | undefined;
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

/**
 * Texts that were kept. Results of flags that have changed since are not held: only whoever asks for them does that.
 */
interface Kept {
  readonly notes: WeakRef<ResultNotes>;
  /** How much text it was. */
  readonly length: number;
}

/** What was kept, the oldest first, and how much text that is together. */
let queue: Kept[] = [];
let first = 0;
let kept = 0;

/** Keeps texts of a result; when there is no room, the oldest texts are given up. */
export function keepTexts(notes: ResultNotes, texts: ResultTexts): void {
  notes.isAscii = notes.isAscii !== false && Object.values(texts).every((text: string) => ascii.test(text));
  const before = notes.length;
  Object.assign(notes, texts);
  const length = notes.length - before;
  queue.push({ notes: new WeakRef(notes), length });
  kept += length;
  while (kept > MAX_KEPT) giveUp(queue[first++]);
  if (first > queue.length / 2) {
    queue = queue.slice(first);
    first = 0;
  }
}

function giveUp(oldest: Kept | undefined): void {
  if (oldest === undefined) return;
  kept -= oldest.length;
  const notes = oldest.notes.deref();
  if (notes !== undefined)
    Object.assign(notes, { head: undefined, tail: undefined, entry: undefined } satisfies ResultTexts);
}
