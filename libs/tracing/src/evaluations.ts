import {
  type DescMessage,
  type DescMethod,
  type DescMethodUnary,
  type MessageShape,
} from '@bufbuild/protobuf';
import { flipt, fliptEvaluation, fliptOfrep, ofrepNamespaceOf, type RpcCall } from '@pennon/api';

/** What is asked about a flag; an empty namespace is `default`. */
export interface Question {
  readonly namespaceKey: string;
  readonly flagKey: string;
  /** Undefined or empty when nobody is named. */
  readonly entityId: string | undefined;
}

/** What is answered. */
export interface Outcome {
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
