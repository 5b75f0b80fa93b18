import { type Evaluation, type Write } from './history';

/** What a consistent history never breaks. */
export type Law =
  /** Every revision of a namespace from 1 on is that of exactly one acknowledged write. */
  | 'revisions rise by one'
  /** A write makes a greater revision than any that somebody was told of before it began. */
  | 'a later write makes a later revision'
  /** An evaluation names a revision whose write had begun when the answer came. */
  | 'no answer comes from the future'
  /** An evaluation sees exactly what the write of its revision left, and the writes before that. */
  | 'an answer shows its revision'
  /** An evaluation names no earlier revision than it must. */
  | 'no answer is out of date';

/** A law that was broken, and by what. */
export interface Violation {
  readonly law: Law;
  readonly explanation: string;
}

/** Names a write, for people. */
export function describeWrite({ name, namespaceKey, revision, startedAt, endedAt }: Write): string {
  return `${name} in ${namespaceKey}, revision ${revision} (${span(startedAt, endedAt)})`;
}

/** Names an evaluation, for people. */
export function describeEvaluation(evaluation: Evaluation): string {
  const { namespaceKey, instance, revision, startedAt, endedAt } = evaluation;
  const named = revision === undefined ? 'no revision' : `revision ${revision}`;
  return `${instance} on ${namespaceKey}, ${named} (${span(startedAt, endedAt)})`;
}

function span(from: number, to: number): string {
  return `${from.toFixed(1)}–${to.toFixed(1)} ms`;
}
