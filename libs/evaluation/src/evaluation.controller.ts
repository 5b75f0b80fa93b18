import { Controller, Inject } from '@nestjs/common';
import { Rpc, type RpcCall } from '@pennon/api';
import { fliptEvaluation } from '@pennon/proto';
import { KnownSegments } from '@pennon/evaluator';
import { BatchAnswer } from './batch-answer';
import { BatchLimit } from './evaluating/batch-limit';
import { batchShortcut, singleShortcut } from './evaluation.shortcuts';
import { RecordingEvaluator, type FlagEvaluator } from './evaluating/flag-evaluator';
import { BooleanAnswer, VariantAnswer } from './evaluation-answers';
import { batchBinary, booleanBinary, variantBinary } from './wire/evaluation.binary';
import { evaluateItem } from './evaluate-item';
import { getFlag } from './find-flag';
import { FreshSnapshots } from './evaluating/fresh-snapshots';
import { idOf, startStopwatch } from './call-details';

const { method } = fliptEvaluation.EvaluationService;

/** What a handler gives: at once unless the snapshot has to be waited for. */
type Answer<T> = T | Promise<T>;

/** RPCs that evaluate flags. */
@Controller()
export class EvaluationController {
  constructor(
    private readonly batchLimit: BatchLimit,
    // What people see is counted here alone.
    @Inject(RecordingEvaluator) private readonly evaluator: FlagEvaluator,
    private readonly snapshots: FreshSnapshots,
  ) {}

  @Rpc(method.boolean, singleShortcut, booleanBinary)
  boolean(request: fliptEvaluation.EvaluationRequest, call: RpcCall): Answer<BooleanAnswer> {
    const stop = startStopwatch();
    return this.snapshots.answerFrom(request.namespaceKey, call, (snapshot) => {
      const flag = getFlag(snapshot, 'boolean', request);
      const result = this.evaluator.boolean(request.namespaceKey, flag, request.entityId, request.context);
      return new BooleanAnswer(idOf(request, call), result, stop());
    });
  }

  @Rpc(method.variant, singleShortcut, variantBinary)
  variant(request: fliptEvaluation.EvaluationRequest, call: RpcCall): Answer<VariantAnswer> {
    const stop = startStopwatch();
    return this.snapshots.answerFrom(request.namespaceKey, call, (snapshot) => {
      const flag = getFlag(snapshot, 'variant', request);
      const result = this.evaluator.variant(request.namespaceKey, flag, request.entityId, request.context);
      return new VariantAnswer(idOf(request, call), result, stop());
    });
  }

  /** One answer per item, in order; an unknown flag is an error entry and no error of the batch. */
  @Rpc(method.batch, batchShortcut, batchBinary)
  batch(request: fliptEvaluation.BatchEvaluationRequest, call: RpcCall): Answer<BatchAnswer> {
    const stop = startStopwatch();
    const { requests } = request;
    this.batchLimit.assertWithin('requests', requests);
    const namespaceKeys = (): string[] => requests.map(({ namespaceKey }) => namespaceKey);
    return this.snapshots.answerFromAll(namespaceKeys, call, (find) => {
      let known: KnownSegments | undefined;
      const items = requests.map((item) => {
        known = KnownSegments.of(item.entityId, item.context, known);
        return evaluateItem(item, find, this.evaluator, known);
      });
      return new BatchAnswer(idOf(request, call), items, stop());
    });
  }
}
