import { create } from '@bufbuild/protobuf';
import { Controller } from '@nestjs/common';
import { flipt, Rpc } from '@pennon/api';
import { assertNotEmpty, invalidField, resolveNamespaceKey } from '@pennon/domain';
import { evaluateVariant } from '@pennon/evaluator';
import { SnapshotHolder } from '@pennon/snapshot-store';
import { BatchLimit } from './batch-limit';
import { idOf } from './evaluation.controller';
import { presentLegacy } from './evaluation.presenter';
import { findFlag, getFlag } from './find-flag';
import { startStopwatch, timestampNow } from './stopwatch';

const { method } = flipt.Flipt;

/** The RPCs that evaluated variant flags first, and still must. Source: contract/evaluation.md 2.4, 2.5. */
@Controller()
export class LegacyEvaluationController {
  constructor(
    private readonly batchLimit: BatchLimit,
    private readonly snapshots: SnapshotHolder,
  ) {}

  @Rpc(method.evaluate)
  evaluate(request: flipt.EvaluationRequest): flipt.EvaluationResponse {
    const stop = startStopwatch();
    assertNotEmpty('flagKey', request.flagKey);
    assertNotEmpty('entityId', request.entityId);
    const flag = getFlag(this.snapshots, 'variant', request.namespaceKey, request.flagKey);
    const result = evaluateVariant(flag, request.entityId, request.context);
    return presentLegacy({ ...request, requestId: idOf(request) }, result, stop());
  }

  /** All items are of one namespace; an unknown flag fails the batch, or is left out on request. */
  @Rpc(method.batchEvaluate)
  batchEvaluate(request: flipt.BatchEvaluationRequest): flipt.BatchEvaluationResponse {
    const stop = startStopwatch();
    this.batchLimit.assertWithin('requests', request.requests);
    const namespaceKey = resolveNamespaceKey(request.namespaceKey);
    const responses = request.requests.flatMap((item) => {
      if (item.namespaceKey !== '' && item.namespaceKey !== namespaceKey) {
        throw invalidField('namespace_key', 'must be the same for all requests if specified');
      }
      if (request.excludeNotFound && findFlag(this.snapshots, namespaceKey, item.flagKey) === undefined) {
        return [];
      }
      const flag = getFlag(this.snapshots, 'variant', namespaceKey, item.flagKey);
      const result = evaluateVariant(flag, item.entityId, item.context);
      const timing = { requestDurationMillis: 0, timestamp: timestampNow() };
      return [presentLegacy({ ...item, namespaceKey, requestId: '' }, result, timing)];
    });
    return create(flipt.BatchEvaluationResponseSchema, {
      requestId: idOf(request),
      responses,
      requestDurationMillis: stop().requestDurationMillis,
    });
  }
}
