import { partWord } from '@pennon/document';
import { invalidField, quote, type Revision, revisionText, type SubjectKey } from '@pennon/domain';
import { nameOf, type SubjectState, withPartsOf } from '@pennon/state';
import type { PastState } from '../history/past-states';

/** Which parts of what a revision changed to put back. */
export interface PartChoice {
  readonly asked: Revision;
  /** What was named; all that the revision changed, if it is empty. */
  readonly chosen: readonly SubjectKey[];
  /** In the words of the API; one at least. */
  readonly parts: readonly string[];
}

/**
 * Those subjects of a revision that are chosen; all of them, if none is.
 *
 * @throws InvalidFieldError if the revision did not change one that is chosen.
 */
export function chosenAmong<S extends SubjectKey>(
  changed: readonly S[],
  chosen: readonly SubjectKey[],
  asked: Revision,
): readonly S[] {
  if (chosen.length === 0) return changed;
  const known = new Map(changed.map((subject) => [nameOf(subject), subject]));
  return chosen.map((subject) => {
    const found = known.get(nameOf(subject));
    if (found !== undefined) return found;
    throw invalidField(fieldOf(subject), `revision ${revisionText(asked)} did not change ${textOf(subject)}`);
  });
}

/**
 * What a revision made of subjects, with the chosen parts as they were before. Subjects that it created or deleted, and
 * those of which it changed none of the parts, are left out.
 *
 * @throws InvalidFieldError if the revision changed none of the parts of a subject that was named, or changed one of
 *   the parts nowhere.
 */
export function partsOfBefore(
  before: readonly PastState[],
  after: readonly PastState[],
  { asked, chosen, parts }: PartChoice,
): readonly PastState[] {
  const words = new Set(parts);
  const lacking = new Set(parts);
  const changed = new Set<string>();
  const isChosen = (part: string): boolean => {
    changed.add(partWord(part));
    return words.has(partWord(part));
  };
  const made = new Map(after.map((subject) => [nameOf(subject), subject.state]));
  const reverted = before.flatMap((subject): readonly PastState[] => {
    const { kind, key, state } = subject;
    const present = made.get(nameOf(subject));
    const back = present && state && withPartsOf(present, state, isChosen);
    if (back !== undefined && back.parts.length > 0) {
      for (const part of back.parts) lacking.delete(partWord(part));
      return [{ kind, key, state: back.state }];
    }
    if (chosen.length > 0) throw invalidField('parts', whyNot(subject, present, asked));
    return [];
  });
  const [word] = lacking;
  if (word !== undefined)
    throw invalidField(
      'parts',
      `revision ${revisionText(asked)} did not change ${quote(word)}${insteadOf(changed)}`,
    );
  return reverted;
}

/** The parts that may be meant. */
function insteadOf(changed: ReadonlySet<string>): string {
  const words = [...changed].toSorted();
  return words.length === 0
    ? '; what it created or deleted can only be put back whole'
    : `; it changed ${words.join(', ')}`;
}

/** Why no part of a subject can be put back. */
function whyNot(before: PastState, present: SubjectState | undefined, asked: Revision): string {
  const revision = `revision ${revisionText(asked)}`;
  const subject = textOf(before);
  if (before.state !== undefined && present !== undefined)
    return `${revision} changed none of these parts of ${subject}`;
  const deed = present === undefined ? 'deleted' : 'created';
  return `${revision} ${deed} ${subject}, which can only be put back whole`;
}

function fieldOf({ kind }: SubjectKey): string {
  return kind === 'segment' ? 'segments' : 'flags';
}

function textOf({ kind, key }: SubjectKey): string {
  return `${kind} ${quote(key)}`;
}
