import { create } from '@bufbuild/protobuf';
import { Controller } from '@nestjs/common';
import { pennonExplain, Rpc, type fliptEvaluation, type RpcCall } from '@pennon/api';
import { flagNotFound, FreshSnapshots, idOf, startStopwatch } from '@pennon/evaluation';
import { explainBoolean, explainVariant } from '@pennon/evaluator';
import { endingWords, presentBooleanExplanation, presentVariantExplanation } from './explain.presenter';

const { method } = pennonExplain.ExplainService;

type Answer = pennonExplain.ExplainResponse | Promise<pennonExplain.ExplainResponse>;

/** Says why an entity gets the value that it gets. It is a look at rules and segments: nothing is counted. */
@Controller()
export class ExplainController {
  constructor(private readonly snapshots: FreshSnapshots) {}

  @Rpc(method.explain)
  explain(request: fliptEvaluation.EvaluationRequest, call: RpcCall): Answer {
    const stop = startStopwatch();
    const { namespaceKey, flagKey, entityId, context } = request;
    return this.snapshots.answerFrom(namespaceKey, call, (snapshot) => {
      const flag = snapshot?.flags.get(flagKey);
      if (snapshot === undefined || flag === undefined) throw flagNotFound(request);
      const { document } = snapshot;
      const explanation =
        flag.type === 'variant'
          ? explainVariant(flag, entityId, context, document)
          : explainBoolean(flag, entityId, context, document);
      const requestId = idOf(request, call);
      return create(pennonExplain.ExplainResponseSchema, {
        flagKey: flag.key,
        enabled: flag.isEnabled,
        revision: BigInt(document.revision),
        ending: endingWords.toWire(explanation.ending),
        explanation:
          explanation.type === 'variant'
            ? { case: 'variant', value: presentVariantExplanation(explanation, requestId, stop()) }
            : { case: 'boolean', value: presentBooleanExplanation(explanation, requestId, stop()) },
      });
    });
  }
}
