import {
  flipt,
  fliptAuth,
  fliptEvaluation,
  fliptOfrep,
  grpcHealth,
  pennonAudit,
  pennonChanges,
  pennonDashboard,
  pennonExplain,
  pennonReference,
  pennonTransfer,
} from '@pennon/proto';
import { type DescMethod, type DescService } from '@bufbuild/protobuf';
import { type AuthenticationConfig } from '@pennon/config';
import { loginServices } from '../wire/wire-methods';

/**
 * Services whose RPCs need no credential. All others do, unless the operator excludes them from authentication.
 * (`/health` and `/metrics` are open, too; they are not RPCs.)
 */
const alwaysOpen: readonly DescService[] = [
  fliptAuth.PublicAuthenticationService,
  ...loginServices,
  grpcHealth.Health,
  // What the API is, not what is in it.
  pennonReference.ReferenceService,
];

/**
 * Which services an exclusion of the configuration opens. None opens the audit log and the history,
 * which tell of people.
 */
const excludable: Readonly<Record<'management' | 'evaluation' | 'ofrep', readonly DescService[]>> = {
  management: [flipt.Flipt, pennonTransfer.TransferService, pennonExplain.ExplainService],
  evaluation: [fliptEvaluation.EvaluationService, fliptEvaluation.DataService],
  ofrep: [fliptOfrep.OFREPService],
};

/** Services that a token of one namespace may be used for. */
const namespacedServices: readonly DescService[] = [
  flipt.Flipt,
  pennonTransfer.TransferService,
  pennonChanges.ChangeService,
  pennonExplain.ExplainService,
  pennonAudit.AuditService,
  fliptEvaluation.EvaluationService,
  fliptEvaluation.DataService,
];

/** What is said to every caller alike, so that a token of one namespace may hear it. */
const namespaceless: readonly DescService[] = [pennonDashboard.DashboardService];

/** The services whose every RPC anybody may call. */
export function openServices({ exclude }: Pick<AuthenticationConfig, 'exclude'>): ReadonlySet<DescService> {
  const names = (['management', 'evaluation', 'ofrep'] as const).filter((name) => exclude[name]);
  return new Set([...alwaysOpen, ...names.flatMap((name) => excludable[name])]);
}

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
