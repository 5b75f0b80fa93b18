import type { fliptEvaluation } from '@pennon/proto';
import { api } from './client';

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
  return booleanAnswerOf(
    await ask<fliptEvaluation.BooleanEvaluationResponseJson>(
      'boolean',
      { namespaceKey, ...question },
      signal,
    ),
  );
}

export async function evaluateVariant(
  namespaceKey: string,
  question: Question,
  signal?: AbortSignal,
): Promise<VariantAnswer> {
  return variantAnswerOf(
    await ask<fliptEvaluation.VariantEvaluationResponseJson>(
      'variant',
      { namespaceKey, ...question },
      signal,
    ),
  );
}

/** Answers in the order of the questions. */
export async function evaluateBatch(
  namespaceKey: string,
  questions: readonly Question[],
  signal?: AbortSignal,
): Promise<readonly (BooleanAnswer | VariantAnswer | NoAnswer)[]> {
  const requests = questions.map((question) => ({ namespaceKey, ...question }));
  const answer = await ask<fliptEvaluation.BatchEvaluationResponseJson>('batch', { requests }, signal);
  return (answer.responses ?? []).map(batchedAnswerOf);
}

function ask<Wire>(kind: 'boolean' | 'variant' | 'batch', body: object, signal?: AbortSignal): Promise<Wire> {
  return api.send<Wire>('POST', `/evaluate/v1/${kind}`, body, signal === undefined ? {} : { signal });
}

function batchedAnswerOf(
  wire: fliptEvaluation.EvaluationResponseJson,
): BooleanAnswer | VariantAnswer | NoAnswer {
  const { booleanResponse, variantResponse, errorResponse: { flagKey = '', reason = '' } = {} } = wire;
  if (booleanResponse !== undefined) return booleanAnswerOf(booleanResponse);
  if (variantResponse !== undefined) return variantAnswerOf(variantResponse);
  return { kind: 'error', flagKey, reason, raw: wire };
}

function booleanAnswerOf(wire: fliptEvaluation.BooleanEvaluationResponseJson): BooleanAnswer {
  return { kind: 'boolean', enabled: wire.enabled ?? false, ...answerOf(wire) };
}

function variantAnswerOf(wire: fliptEvaluation.VariantEvaluationResponseJson): VariantAnswer {
  const { match = false, variantKey = '', variantAttachment = '' } = wire;
  return { kind: 'variant', match, variantKey, variantAttachment, ...answerOf(wire) };
}

function answerOf(
  wire: fliptEvaluation.BooleanEvaluationResponseJson & fliptEvaluation.VariantEvaluationResponseJson,
): Answer {
  const { flagKey = '', reason = '', segmentKeys = [], requestId = '', timestamp = '' } = wire;
  const requestDurationMillis = Number(wire.requestDurationMillis ?? 0);
  return { flagKey, reason, segmentKeys, requestId, requestDurationMillis, timestamp, raw: wire };
}
