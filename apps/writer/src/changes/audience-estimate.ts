import type { DraftStates } from '@pennon/changes';
import type { SampleUser } from '@pennon/domain';
import { evaluateBoolean, evaluateVariant } from '@pennon/evaluator';
import { buildSnapshotDocument, compileSnapshot, type CompiledFlag, type Snapshot } from '@pennon/snapshot';

/** What a flag answers: a variant, `true` or `false`, `''` for no variant; undefined where there is no such flag. */
export type Answer = string | undefined;

/** What one user gets from a flag, before and after a change. */
export interface AnswerPair {
  readonly before: Answer;
  readonly after: Answer;
}

/** How many users get what from a flag. */
export interface AnswerMove extends AnswerPair {
  readonly samples: number;
}

/** What users get from one flag. */
export interface FlagEstimate {
  readonly flagKey: string;
  /** How many get another answer. */
  readonly changed: number;
  /** The most users first. */
  readonly moves: readonly AnswerMove[];
  /** In the order of the users. */
  readonly answers: readonly AnswerPair[];
}

/** The compiled state of a namespace before and after a change. */
export interface DraftSnapshots {
  readonly present: Snapshot;
  readonly drafted: Snapshot;
}

/** Compiles what a draft has read, as the server does for its answers. */
export function snapshotsOf(
  namespaceKey: string,
  { revision, present, drafted }: DraftStates,
): DraftSnapshots {
  const namespace = { key: namespaceKey, ...revision };
  const compile = (rows: DraftStates['present']): Snapshot =>
    compileSnapshot(buildSnapshotDocument({ ...rows, namespace }));
  return { present: compile(present), drafted: compile(drafted) };
}

/** What users get from a flag, before and after a change. */
export function estimateFlag(
  flagKey: string,
  { present, drafted }: DraftSnapshots,
  users: readonly SampleUser[],
): FlagEstimate {
  const [before, after] = [present.flags.get(flagKey), drafted.flags.get(flagKey)];
  const answers = users.map((user) => ({ before: answerOf(before, user), after: answerOf(after, user) }));
  return {
    flagKey,
    changed: answers.filter((pair) => pair.before !== pair.after).length,
    moves: movesOf(answers),
    answers,
  };
}

function answerOf(flag: CompiledFlag | undefined, { entityId, context }: SampleUser): Answer {
  if (flag === undefined) return undefined;
  return flag.type === 'boolean'
    ? String(evaluateBoolean(flag, entityId, context).isEnabled)
    : evaluateVariant(flag, entityId, context).variantKey;
}

function movesOf(answers: readonly AnswerPair[]): readonly AnswerMove[] {
  const moves = new Map<string, AnswerMove>();
  for (const { before, after } of answers) {
    const id = JSON.stringify([before ?? null, after ?? null]);
    moves.set(id, { before, after, samples: (moves.get(id)?.samples ?? 0) + 1 });
  }
  return [...moves.values()].toSorted((one, other) => other.samples - one.samples);
}
