import type { Timestamp } from '@bufbuild/protobuf/wkt';
import { timestampText } from '@pennon/domain';
import { instantOf, type pennonChanges } from '@pennon/proto';
import { oneLine } from '../terminal/print';

/**
 * A revision for people: number, time, author, origin and message, and below it the first lines of what it changed, or
 * of a server that does not know them, a line for each subject.
 */
export function revisionLines(revision: pennonChanges.Revision): readonly string[] {
  const { lines, linesLeftOut, subjects, subjectsLeftOut } = revision;
  const [shown, leftOut] =
    lines.length > 0
      ? [lines.map(oneLine), linesLeftOut]
      : [subjects.map((subject) => `${signOf(subject.action)} ${subjectName(subject)}`), subjectsLeftOut];
  return [
    revisionLine(revision),
    ...shown.map((line) => `    ${line}`),
    ...(leftOut === 0 ? [] : [`    and ${leftOut} more`]),
  ];
}

/** `12  2026-12-01T09:00:00Z  ana@example.com  api  why`; without a message, it ends before it. */
export function revisionLine({ revision, at, author, origin, message }: pennonChanges.Revision): string {
  const words = [numberIn(revision), timeText(at), authorName(author), oneLine(origin), oneLine(message)];
  return words.filter((word) => word !== '').join('  ');
}

/** The number of a revision, which is what people say; the mark tells programs of another history. */
export function numberIn(revision: string): string {
  return oneLine(revision.replace(/\..*$/s, ''));
}

/** What an author is called; `unknown` where nothing is known. */
export function authorName(author: pennonChanges.Author | undefined): string {
  const name = author?.displayName ?? '';
  return name === '' ? 'unknown' : oneLine(name);
}

/** `flag checkout`, or `namespace`. */
export function subjectName({ kind, key }: { readonly kind: string; readonly key: string }): string {
  return oneLine(key === '' ? kind : `${kind} ${key}`);
}

/** RFC 3339, in UTC; `''` for none. */
export function timeText(at: Timestamp | undefined): string {
  return at === undefined ? '' : timestampText(instantOf(at));
}

/** An action that this version does not know is an update. */
function signOf(action: string): string {
  switch (action) {
    case 'created':
      return '+';
    case 'deleted':
      return '-';
    default:
      return '~';
  }
}
