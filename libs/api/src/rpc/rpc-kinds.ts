import type { DescMethod } from '@bufbuild/protobuf';
import {
  ChangeService,
  DataService,
  EvaluationService,
  Flipt,
  OFREPService,
  ExplainService,
  TransferService,
} from '@pennon/proto';

/** Legacy evaluation RPCs, which are part of the management service. */
const legacyNames: readonly string[] = ['Evaluate', 'BatchEvaluate'];

/** The RPCs that evaluate flags, or let clients do it: most calls are theirs. */
export const evaluationRpcs: ReadonlySet<DescMethod> = new Set([
  ...EvaluationService.methods,
  ...DataService.methods,
  ...Flipt.methods.filter(({ name }) => legacyNames.includes(name)),
  OFREPService.method.evaluateFlag,
  OFREPService.method.evaluateBulk,
]);

/** True for an RPC that answers from snapshots: it stores and changes nothing, whatever its verb is. */
export function answersFromSnapshots(method: DescMethod): boolean {
  const { parent } = method;
  return evaluationRpcs.has(method) || parent === OFREPService || parent === ExplainService;
}

/** True for an RPC of authentication, whose paths lie below `/auth/v1`. */
export function isAuthRpc({ parent }: DescMethod): boolean {
  return parent.file.proto.package === 'flipt.auth';
}

/** RPCs whose requests hold documents, which may be of a whole namespace. */
const documentRpcs: readonly DescMethod[] = [
  TransferService.method.importNamespace,
  ChangeService.method.createChange,
  ChangeService.method.updateChange,
];

/** True for an RPC whose requests hold documents, which may be of a whole namespace. */
export function takesDocument(method: DescMethod): boolean {
  return documentRpcs.includes(method);
}
