import { type DescMethod } from '@bufbuild/protobuf';
import { DataService, EvaluationService } from '../gen/flipt/evaluation_pb';
import { Flipt } from '../gen/flipt/flipt_pb';
import { OFREPService } from '../gen/flipt/ofrep_pb';
import { ExplainService } from '../gen/pennon/explain_pb';

const services: readonly DescMethod['parent'][] = [
  EvaluationService,
  DataService,
  OFREPService,
  ExplainService,
];

/** Those of before, among those that manage flags. */
const legacyNames: readonly string[] = ['Evaluate', 'BatchEvaluate'];

/** True for an RPC that answers from snapshots: it stores and changes nothing, whatever its verb is. */
export function isEvaluationRpc({ parent, name }: DescMethod): boolean {
  return services.includes(parent) || (parent === Flipt && legacyNames.includes(name));
}
