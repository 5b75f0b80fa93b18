import { create } from '@bufbuild/protobuf';
import { Controller } from '@nestjs/common';
import { Rpc, type RpcCall } from '@pennon/api';
import { flipt } from '@pennon/proto';
import { invalidField, resolveNamespaceKey } from '@pennon/domain';
import { KnownSegments } from '@pennon/evaluator';
import { type Snapshot } from '@pennon/snapshot';
import { BatchLimit } from './evaluating/batch-limit';
import { presentLegacy } from './evaluation-answers';
import { getFlag } from './find-flag';
import { FlagEvaluator } from './evaluating/flag-evaluator';
import { FreshSnapshots } from './evaluating/fresh-snapshots';
import { idOf, startStopwatch } from './call-details';

const { method } = flipt.Flipt;

/** The RPCs that evaluated variant flags first, and still must. */
@Controller()
export class LegacyEvaluationController {
  constructor(
    private readonly batchLimit: BatchLimit,
    private readonly evaluator: FlagEvaluator,
    private readonly snapshots: FreshSnapshots,
  ) {}

  @Rpc(method.evaluate)
  evaluate(
    request: flipt.EvaluationRequest,
    call: RpcCall,
  ): flipt.EvaluationResponse | Promise<flipt.EvaluationResponse> {
    const stop = startStopwatch();
    return this.snapshots.answerFrom(request.namespaceKey, call, (snapshot) => {
      const flag = getFlag(snapshot, 'variant', request);
      const result = this.evaluator.variant(request.namespaceKey, flag, request.entityId, request.context);
      return presentLegacy({ ...request, requestId: idOf(request, call) }, result, stop());
    });
  }

  /** All items are of one namespace; an unknown flag fails the batch, or is left out on request. */
  @Rpc(method.batchEvaluate)
  batchEvaluate(
    request: flipt.BatchEvaluationRequest,
    call: RpcCall,
  ): flipt.BatchEvaluationResponse | Promise<flipt.BatchEvaluationResponse> {
    const stop = startStopwatch();
    this.batchLimit.assertWithin('requests', request.requests);
    return this.snapshots.answerFrom(request.namespaceKey, call, (snapshot) =>
      create(flipt.BatchEvaluationResponseSchema, {
        requestId: idOf(request, call),
        responses: evaluateItems(request, snapshot, this.evaluator),
        requestDurationMillis: stop().requestDurationMillis,
      }),
    );
  }
}

function evaluateItems(
  request: flipt.BatchEvaluationRequest,
  snapshot: Snapshot | undefined,
  evaluator: FlagEvaluator,
): flipt.EvaluationResponse[] {
  const namespaceKey = resolveNamespaceKey(request.namespaceKey);
  let known: KnownSegments | undefined;
  return request.requests.flatMap((item) => {
    if (item.namespaceKey !== '' && item.namespaceKey !== namespaceKey) {
      throw invalidField('namespace_key', 'must be the same for all requests if specified');
    }
    if (request.excludeNotFound && snapshot?.flags.has(item.flagKey) !== true) return [];
    const asWritten = item.namespaceKey || request.namespaceKey;
    const flag = getFlag(snapshot, 'variant', { namespaceKey, flagKey: item.flagKey });
    known = KnownSegments.of(item.entityId, item.context, known);
    const result = evaluator.variant(asWritten, flag, item.entityId, item.context, known);
    const timing = { requestDurationMillis: 0, epochMs: Date.now() };
    return [presentLegacy({ ...item, namespaceKey, requestId: '' }, result, timing)];
  });
}
