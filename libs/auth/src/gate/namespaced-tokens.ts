import {
  flipt,
  fliptEvaluation,
  pennonAudit,
  pennonChanges,
  pennonDashboard,
  pennonExplain,
  pennonSaved,
  pennonTransfer,
} from '@pennon/proto';
import { type DescMethod, type DescService } from '@bufbuild/protobuf';

/** Services that a token of one namespace may be used for. */
const namespacedServices: readonly DescService[] = [
  flipt.Flipt,
  pennonTransfer.TransferService,
  pennonChanges.ChangeService,
  pennonExplain.ExplainService,
  pennonSaved.SavedService,
  pennonAudit.AuditService,
  fliptEvaluation.EvaluationService,
  fliptEvaluation.DataService,
];

/** What is said to every caller alike, so that a token of one namespace may hear it. */
const namespaceless: readonly DescService[] = [pennonDashboard.DashboardService];

/** True for an RPC of a service that a token of one namespace may be used for. */
export function takesNamespacedTokens({ parent }: DescMethod): boolean {
  return namespacedServices.includes(parent);
}

/**
 * True for a request about events of all namespaces, including token events and dead letters, which the token of one
 * namespace may not read.
 */
export function isForWholeLog({ parent }: DescMethod, namespaceKey: string | undefined): boolean {
  return parent === pennonAudit.AuditService && namespaceKey === undefined;
}

/** True for an RPC that tells nothing of any namespace, and may be called with a token of any. */
export function isForEveryNamespace({ parent }: DescMethod): boolean {
  return namespaceless.includes(parent);
}
