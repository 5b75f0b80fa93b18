import { randomUUID } from 'node:crypto';
import { create } from '@bufbuild/protobuf';
import { Controller } from '@nestjs/common';
import { fliptEvaluation, Rpc } from '@pennon/api';
import { evaluateBoolean, evaluateVariant } from '@pennon/evaluator';
import { SnapshotHolder } from '@pennon/snapshot-store';
import { BatchLimit } from './batch-limit';
import { booleanBinary, variantBinary } from './evaluation.binary';
import { presentBoolean, presentVariant } from './evaluation.presenter';
import { batchShortcut, booleanShortcut, variantShortcut } from './evaluation.shortcuts';
import { findFlag, getFlag } from './find-flag';
import { startStopwatch, type Timing } from './stopwatch';

const { method } = fliptEvaluation.EvaluationService;

/** RPCs that evaluate flags. Source: contract/evaluation.md 2.1–2.3. */
@Controller()
export class EvaluationController {
  constructor(
    private readonly batchLimit: BatchLimit,
    private readonly snapshots: SnapshotHolder,
  ) {}

  @Rpc(method.boolean, booleanShortcut, booleanBinary)
  boolean(request: fliptEvaluation.EvaluationRequest): fliptEvaluation.BooleanEvaluationResponse {
    const stop = startStopwatch();
    const flag = getFlag(this.snapshots, 'boolean', request.namespaceKey, request.flagKey);
    const result = evaluateBoolean(flag, request.entityId, request.context);
    return presentBoolean({ requestId: idOf(request), flagKey: flag.key }, result, stop());
  }

  @Rpc(method.variant, variantShortcut, variantBinary)
  variant(request: fliptEvaluation.EvaluationRequest): fliptEvaluation.VariantEvaluationResponse {
    const stop = startStopwatch();
    const flag = getFlag(this.snapshots, 'variant', request.namespaceKey, request.flagKey);
    const result = evaluateVariant(flag, request.entityId, request.context);
    return presentVariant({ requestId: idOf(request), flagKey: flag.key }, result, stop());
  }

  /** One answer per item, in order; an unknown flag is an error entry and no error of the batch. */
  @Rpc(method.batch, batchShortcut)
  batch(request: fliptEvaluation.BatchEvaluationRequest): fliptEvaluation.BatchEvaluationResponse {
    const stop = startStopwatch();
    this.batchLimit.assertWithin('requests', request.requests);
    const answers = request.requests.map((item) => this.evaluateItem(item));
    const timing = stop();
    return create(fliptEvaluation.BatchEvaluationResponseSchema, {
      requestId: idOf(request),
      responses: answers.map((answer) => answer(timing)),
      requestDurationMillis: timing.requestDurationMillis,
    });
  }

  /** Evaluates an item of a batch; all items show the timing of the whole. */
  private evaluateItem(
    item: fliptEvaluation.EvaluationRequest,
  ): (timing: Timing) => fliptEvaluation.EvaluationResponse {
    const { namespaceKey, flagKey, entityId, context } = item;
    const flag = findFlag(this.snapshots, namespaceKey, flagKey);
    if (flag === undefined) return () => notFoundEntry(namespaceKey, flagKey);
    if (flag.type === 'boolean') {
      const result = evaluateBoolean(flag, entityId, context);
      return (timing) =>
        create(fliptEvaluation.EvaluationResponseSchema, {
          type: fliptEvaluation.EvaluationResponseType.BOOLEAN_EVALUATION_RESPONSE_TYPE,
          response: { case: 'booleanResponse', value: presentBoolean(item, result, timing) },
        });
    }
    const result = evaluateVariant(flag, entityId, context);
    return (timing) =>
      create(fliptEvaluation.EvaluationResponseSchema, {
        type: fliptEvaluation.EvaluationResponseType.VARIANT_EVALUATION_RESPONSE_TYPE,
        response: { case: 'variantResponse', value: presentVariant(item, result, timing) },
      });
  }
}

/** The request's own id, or a new one. */
export function idOf({ requestId }: { readonly requestId: string }): string {
  return requestId === '' ? randomUUID() : requestId;
}

function notFoundEntry(namespaceKey: string, flagKey: string): fliptEvaluation.EvaluationResponse {
  const value = create(fliptEvaluation.ErrorEvaluationResponseSchema, {
    flagKey,
    namespaceKey,
    reason: fliptEvaluation.ErrorEvaluationReason.NOT_FOUND_ERROR_EVALUATION_REASON,
  });
  return create(fliptEvaluation.EvaluationResponseSchema, {
    type: fliptEvaluation.EvaluationResponseType.ERROR_EVALUATION_RESPONSE_TYPE,
    response: { case: 'errorResponse', value },
  });
}
