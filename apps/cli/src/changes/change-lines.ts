import type { Duration, Timestamp } from '@bufbuild/protobuf/wkt';
import { pennonChanges } from '@pennon/proto';
import { durationText } from '../command-line/read-times';
import { authorName, numberIn, subjectName, timeText } from '../history/revision-lines';
import { requiredReviewerText } from '../policy/required-reviewers';
import { oneLine } from '../terminal/print';

const { Change_State: State, Verdict } = pennonChanges;

type Change = pennonChanges.Change;

/**
 * What a change waits for, or what became of it: `applied as revision 12`.
 *
 * @param timeOf How a time is told; `''` for none.
 */
export function stateText(change: Change, timeOf: (at: Timestamp | undefined) => string = timeText): string {
  const { state, revision, reason, approvalsMissing: missing, reviewersMissing } = change;
  const at = timeOf(change.at);
  const why = reason === '' ? '' : `: ${oneLine(reason)}`;
  switch (state) {
    case State.PENDING_REVIEW: {
      const when = at === '' ? change.after && afterText(change.after) : `at ${at}`;
      const then = when === undefined ? '' : `, to be applied ${when}`;
      if (change.blocked) return `blocked: a reviewer asked for changes${then}`;
      if (missing === 0 && reviewersMissing.length === 0)
        return `waits to be applied${when === undefined ? '' : ` ${when}`}`;
      const from = reviewersMissing.map(requiredReviewerText).map(oneLine).join(', ');
      const approvals = missing > 1 ? `${missing} approvals` : missing === 1 ? '1 approval' : 'an approval';
      return `waits for ${approvals}${from === '' ? '' : `, also by ${from}`}${then}`;
    }
    case State.SCHEDULED:
      return at === '' ? `scheduled ${afterText(change.after)}` : `scheduled for ${at}`;
    case State.APPLIED:
      return revision === '' ? 'applied' : `applied as revision ${numberIn(revision)}`;
    case State.REJECTED:
      return `rejected${why}`;
    case State.CANCELLED:
      return `cancelled${why}`;
    case State.CONFLICTED:
      return `in conflict with later changes${why}`;
    case State.FAILED:
      return `failed${why}`;
    default:
      return 'in a state that this version does not know';
  }
}

/** `1d after the step before`, of a step that waits for that; without the distance, if it is not known. */
function afterText(after: Duration | undefined): string {
  if (after === undefined) return 'after the step before';
  return `${durationText(Number(after.seconds) + after.nanos / 1e9)} after the step before`;
}

/** True for a change that may still be applied. */
export function isWaiting({ state }: Change): boolean {
  return state === State.PENDING_REVIEW || state === State.SCHEDULED || state === State.CONFLICTED;
}

/** A change in a list: id, time, author, state, message. */
export function changeLine(change: Change): string {
  const { id, createdAt, author, message } = change;
  const words = [id, timeText(createdAt), authorName(author), stateText(change), oneLine(message)];
  return words.filter((word) => word !== '').join('  ');
}

/** A change with everything about it but what it changes. */
export function changeLines(change: Change): readonly string[] {
  const { id, createdAt, updatedAt, author, message, baseRevision, seriesId, step, reviews } = change;
  const updated = timeText(updatedAt);
  return [
    `${id}: ${stateText(change)}`,
    `  author: ${authorName(author)}`,
    `  created: ${timeText(createdAt)}`,
    ...(updated === '' || updated === timeText(createdAt) ? [] : [`  updated: ${updated}`]),
    ...(message === '' ? [] : [`  message: ${oneLine(message)}`]),
    ...(baseRevision === undefined ? [] : [`  based on: revision ${numberIn(baseRevision)}`]),
    ...(seriesId === '' ? [] : [`  step: ${step} of ${oneLine(seriesId)}`]),
    ...reviews.map(reviewLine),
  ];
}

const verdictWords: ReadonlyMap<pennonChanges.Verdict, string> = new Map([
  [Verdict.APPROVE, 'approved'],
  [Verdict.REJECT, 'rejected'],
  [Verdict.COMMENT, 'commented on'],
  [Verdict.REQUEST_CHANGES, 'blocked'],
]);

function reviewLine({ author, verdict, comment, at, isVoid }: pennonChanges.Review): string {
  const what = verdictWords.get(verdict) ?? 'reviewed';
  const then = isVoid ? '; the change was edited since, so this no longer counts' : '';
  const words = comment === '' ? '' : `: ${oneLine(comment)}`;
  return `  ${what} by ${authorName(author)}, ${timeText(at)}${words}${then}`;
}

/**
 * `flag checkout: description was changed in revision 12 by ana@example.com`. What refers to something that is gone has
 * not changed itself, or not only.
 */
export function conflictLine(conflict: pennonChanges.Conflict): string {
  const { place, with: other, base, latest } = conflict;
  const { part = '', item = '' } = place ?? {};
  const where = part === '' || part === 'whole' ? '' : `: ${oneLine([part, item].join(' ').trim())}`;
  const what = `${subjectName(conflict)}${where}`;
  const when = whenText(conflict);
  if (other === undefined) return `${what} was changed ${when}`;
  const referred = other.part === 'whole' ? subjectName(other) : `variant ${oneLine(other.item)}`;
  const needs = `needs ${referred}, which was deleted`;
  return latest === base ? `${what} ${needs} ${when}` : `${what} was changed ${when}, and ${needs}`;
}

function whenText({ revision, author }: pennonChanges.Conflict): string {
  if (revision === '') return 'in a revision that the history does not have any more';
  return `in revision ${numberIn(revision)} by ${authorName(author)}`;
}
