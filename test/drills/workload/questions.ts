import { type FlagType } from '@pennon/domain';
import { evaluateBoolean, evaluateVariant } from '@pennon/evaluator';
import { buildSnapshotDocument, compileSnapshot, type CompiledFlag } from '@pennon/snapshot';
import { type NamespaceModel } from './namespace-model';

/** The flags there may be in a namespace. A flag that is deleted and created again is of the same type. */
export const flagTypes: Readonly<Record<string, FlagType>> = {
  colour: 'variant',
  size: 'variant',
  beta: 'boolean',
  night: 'boolean',
};

/** The values that constraints ask for, of the property of that name. */
export const cities = ['Delft', 'Gouda'] as const;

/** What an evaluation may be asked: the register is the name under which the answer is noted. */
export interface Question {
  readonly register: string;
  readonly type: FlagType;
  readonly flagKey: string;
  readonly entityId: string;
  readonly context: Readonly<Record<string, string>>;
}

/** One register per flag and city: together they show nearly everything that a write can change. */
export const questions: readonly Question[] = Object.entries(flagTypes).flatMap(([flagKey, type]) =>
  cities.map((city) => ({
    register: `${flagKey} in ${city}`,
    type,
    flagKey,
    entityId: city,
    context: { city },
  })),
);

/** What every register must show of such a namespace; undefined where there is no such flag. */
export function answersOf(model: NamespaceModel): ReadonlyMap<string, string | undefined> {
  const { flags } = compileSnapshot(buildSnapshotDocument(model.rows()));
  return new Map(
    questions.map((question) => [question.register, answerOf(flags.get(question.flagKey), question)]),
  );
}

/** The parts of an answer that tell what was decided, as they are in JSON. */
export interface AnswerJson {
  readonly match?: boolean;
  readonly enabled?: boolean;
  readonly reason?: string;
  readonly variantKey?: string;
  readonly variantAttachment?: string;
  readonly segmentKeys?: readonly string[];
}

/** The text under which an answer of a server is noted. */
export function textOf(answer: AnswerJson): string {
  const { match, enabled, reason = '', variantKey = '', variantAttachment = '', segmentKeys = [] } = answer;
  const word = reason.replace('_EVALUATION_REASON', '').toLowerCase().replace('_', '-');
  return JSON.stringify([match ?? enabled ?? false, word, variantKey, variantAttachment, segmentKeys]);
}

function answerOf(flag: CompiledFlag | undefined, { entityId, context }: Question): string | undefined {
  if (flag === undefined) return undefined;
  if (flag.type === 'boolean') {
    const { isEnabled, reason, segmentKeys } = evaluateBoolean(flag, entityId, context);
    return JSON.stringify([isEnabled, reason, '', '', segmentKeys]);
  }
  const { isMatch, reason, variantKey, attachment, segmentKeys } = evaluateVariant(flag, entityId, context);
  return JSON.stringify([isMatch, reason, variantKey, attachment, segmentKeys]);
}
