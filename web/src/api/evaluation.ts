import { api } from './client';
import { boolOf, isWireObject, listOf, numberOf, objectOf, textOf, textsOf } from './wire';

/** What is asked about one entity; context values are texts. */
export interface Question {
  readonly flagKey: string;
  readonly entityId: string;
  readonly context: Readonly<Record<string, string>>;
}

interface Answer {
  readonly flagKey: string;
  readonly reason: string;
  readonly segmentKeys: readonly string[];
  readonly requestId: string;
  readonly requestDurationMillis: number;
  readonly timestamp: string;
  /** What the server sent, for those who want to read that. */
  readonly raw: unknown;
}

export interface BooleanAnswer extends Answer {
  readonly kind: 'boolean';
  readonly enabled: boolean;
}

export interface VariantAnswer extends Answer {
  readonly kind: 'variant';
  readonly match: boolean;
  /** Empty when no variant is answered. */
  readonly variantKey: string;
  /** JSON text, or empty. */
  readonly variantAttachment: string;
}

/** One of a batch that could not be answered, as for a flag that does not exist. */
export interface NoAnswer {
  readonly kind: 'error';
  readonly flagKey: string;
  readonly reason: string;
  readonly raw: unknown;
}

export async function evaluateBoolean(
  namespaceKey: string,
  question: Question,
  signal?: AbortSignal,
): Promise<BooleanAnswer> {
  return booleanAnswerOf(await ask('boolean', { namespaceKey, ...question }, signal));
}

export async function evaluateVariant(
  namespaceKey: string,
  question: Question,
  signal?: AbortSignal,
): Promise<VariantAnswer> {
  return variantAnswerOf(await ask('variant', { namespaceKey, ...question }, signal));
}

/** Answers in the order of the questions. */
export async function evaluateBatch(
  namespaceKey: string,
  questions: readonly Question[],
  signal?: AbortSignal,
): Promise<readonly (BooleanAnswer | VariantAnswer | NoAnswer)[]> {
  const requests = questions.map((question) => ({ namespaceKey, ...question }));
  return listOf(objectOf(await ask('batch', { requests }, signal)), 'responses', batchedAnswerOf);
}

function ask(kind: 'boolean' | 'variant' | 'batch', body: object, signal?: AbortSignal): Promise<unknown> {
  return api.send<unknown>('POST', `/evaluate/v1/${kind}`, body, signal === undefined ? {} : { signal });
}

function batchedAnswerOf(wire: unknown): BooleanAnswer | VariantAnswer | NoAnswer {
  const object = objectOf(wire);
  if (isWireObject(object.booleanResponse)) return booleanAnswerOf(object.booleanResponse);
  if (isWireObject(object.variantResponse)) return variantAnswerOf(object.variantResponse);
  const error = objectOf(object.errorResponse);
  return { kind: 'error', flagKey: textOf(error, 'flagKey'), reason: textOf(error, 'reason'), raw: wire };
}

function booleanAnswerOf(wire: unknown): BooleanAnswer {
  return { kind: 'boolean', enabled: boolOf(objectOf(wire), 'enabled'), ...answerOf(wire) };
}

function variantAnswerOf(wire: unknown): VariantAnswer {
  const object = objectOf(wire);
  return {
    kind: 'variant',
    match: boolOf(object, 'match'),
    variantKey: textOf(object, 'variantKey'),
    variantAttachment: textOf(object, 'variantAttachment'),
    ...answerOf(wire),
  };
}

function answerOf(wire: unknown): Answer {
  const object = objectOf(wire);
  return {
    flagKey: textOf(object, 'flagKey'),
    reason: textOf(object, 'reason'),
    segmentKeys: textsOf(object, 'segmentKeys'),
    requestId: textOf(object, 'requestId'),
    requestDurationMillis: numberOf(object, 'requestDurationMillis'),
    timestamp: textOf(object, 'timestamp'),
    raw: wire,
  };
}
