import { type Question } from '@/api/evaluation';
import { consoleCopy } from '@/copy/console';
import { contextProblems, parseContext } from '@/lib/evaluation/context-text';
import { type JsonProblem } from '@/components/json-editor';
import { type EntityInput } from './use-entities';

const { errors } = consoleCopy;

/** What is asked about an entity; undefined while that is not all there. */
export function questionOf(flagKey: string | undefined, entity: EntityInput): Question | undefined {
  const context = parseContext(entity.context);
  if (flagKey === undefined || entity.entityId === '' || context === undefined) return undefined;
  return { flagKey, entityId: entity.entityId, context };
}

/** What is missing or wrong, by field. */
export function entityErrors(entity: EntityInput): { readonly entityId?: string; readonly context?: string } {
  return {
    ...(entity.entityId === '' && { entityId: errors.entity }),
    ...(parseContext(entity.context) === undefined && { context: errors.context }),
  };
}

/** What to do to see a result, in words. */
export function waitingText(entity: EntityInput): string {
  const { waiting, waitingForContext } = consoleCopy.result;
  return parseContext(entity.context) === undefined ? waitingForContext : waiting;
}

/** Marks of the editor for values that are no text, with their fix. */
export function contextMarks(text: string): readonly JsonProblem[] {
  if (text.trim() === '') return [];
  if (!text.trimStart().startsWith('{')) {
    return [{ from: 0, to: text.length, message: errors.context }];
  }
  return contextProblems(text).map(({ name, from, to, asText }) =>
    asText === undefined
      ? { from, to, message: errors.nested(name) }
      : { from, to, message: errors.notText(name), fix: { label: errors.toText, replacement: asText } },
  );
}

export function isSameQuestion(left: Question | undefined, right: Question | undefined): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}
