import type { DescMessage, DescMethod, DescMethodUnary, MessageShape } from '@bufbuild/protobuf';
import type { Attributes } from '@opentelemetry/api';
import { ofrepNamespaceOf, type RpcCall } from '@pennon/api';
import { flipt, fliptEvaluation, fliptOfrep } from '@pennon/proto';
import { NotFoundError, resolveNamespaceKey } from '@pennon/domain';
import { attribute, PROVIDER_NAME } from './attributes';

/** What is asked about a flag; an empty namespace is `default`. */
interface Question {
  readonly namespaceKey: string;
  readonly flagKey: string;
  /** Undefined or empty when nobody is named. */
  readonly entityId: string | undefined;
}

/** What is answered. */
interface Outcome {
  /** Empty when there is none. */
  readonly variant: string;
  /** The reason by its name in the API. */
  readonly reason: string | undefined;
}

/** How the messages of an RPC are read. */
export interface Reading<I = never, O = never> {
  readonly question: (request: I, call: RpcCall) => Question;
  readonly outcome: (answer: O) => Outcome;
}

/**
 * The RPCs that evaluate a single flag. Of those that evaluate many, a span could tell no more than the last one, or
 * everything.
 */
export const evaluations: ReadonlyMap<DescMethod, Reading> = new Map([
  readingOf(fliptEvaluation.EvaluationService.method.variant, {
    question: (request) => request,
    outcome: ({ variantKey, reason }) => ({
      variant: variantKey,
      reason: fliptEvaluation.EvaluationReason[reason],
    }),
  }),
  readingOf(fliptEvaluation.EvaluationService.method.boolean, {
    question: (request) => request,
    outcome: ({ enabled, reason }) => ({
      variant: `${enabled}`,
      reason: fliptEvaluation.EvaluationReason[reason],
    }),
  }),
  // oxlint-disable-next-line typescript/no-deprecated -- deprecated for callers, and served all the same
  readingOf(flipt.Flipt.method.evaluate, {
    question: (request) => request,
    outcome: ({ value, reason }) => ({ variant: value, reason: flipt.EvaluationReason[reason] }),
  }),
  readingOf(fliptOfrep.OFREPService.method.evaluateFlag, {
    question: ({ key, context }, call) => ({
      namespaceKey: ofrepNamespaceOf(call),
      flagKey: key,
      entityId: context.targetingKey,
    }),
    outcome: ({ variant, reason }) => ({ variant, reason: fliptOfrep.EvaluateReason[reason] }),
  }),
]);

function readingOf<I extends DescMessage, O extends DescMessage>(
  method: DescMethodUnary<I, O>,
  reading: Reading<MessageShape<I>, MessageShape<O>>,
): [DescMethod, Reading] {
  return [method, reading];
}

/** The reasons of all APIs in the words of the semantic conventions. */
const reasons: ReadonlyMap<string | undefined, string> = new Map([
  ['MATCH_EVALUATION_REASON', 'targeting_match'],
  ['DEFAULT_EVALUATION_REASON', 'default'],
  ['FLAG_DISABLED_EVALUATION_REASON', 'disabled'],
  ['TARGETING_MATCH', 'targeting_match'],
  ['DEFAULT', 'default'],
  ['DISABLED', 'disabled'],
  ['STATIC', 'static'],
  ['SPLIT', 'split'],
]);

/**
 * What a span tells of a question. Until there is an outcome, the reason is that of a failure.
 *
 * @param includesEntityId Whether it may tell who is asked about.
 */
export function questionAttributes(
  { namespaceKey, flagKey, entityId }: Question,
  includesEntityId: boolean,
): Attributes {
  return {
    [attribute.flagKey]: flagKey,
    [attribute.flagSet]: resolveNamespaceKey(namespaceKey),
    [attribute.flagProvider]: PROVIDER_NAME,
    [attribute.flagReason]: 'error',
    ...(includesEntityId && entityId !== undefined && { [attribute.entityId]: entityId }),
  };
}

/** What a span tells of an outcome. */
export function outcomeAttributes({ variant, reason }: Outcome): Attributes {
  return {
    [attribute.flagReason]: reasons.get(reason) ?? 'unknown',
    ...(variant !== '' && { [attribute.flagVariant]: variant }),
  };
}

/** What a span tells of an evaluation that failed, in the words of the semantic conventions. */
export function failureAttributes(error: unknown): Attributes {
  return { [attribute.errorType]: error instanceof NotFoundError ? 'flag_not_found' : 'general' };
}
