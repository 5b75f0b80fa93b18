import { type DescService } from '@bufbuild/protobuf';
import { type AuthenticationConfig } from '@pennon/config';
import {
  flipt,
  fliptAuth,
  fliptEvaluation,
  fliptOfrep,
  grpcHealth,
  pennonExplain,
  pennonReference,
  pennonTransfer,
} from '@pennon/proto';
import { loginServices } from './methods/methods';

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

/** The services whose every RPC anybody may call. */
export function openServices({ exclude }: Pick<AuthenticationConfig, 'exclude'>): ReadonlySet<DescService> {
  const names = (['management', 'evaluation', 'ofrep'] as const).filter((name) => exclude[name]);
  return new Set([...alwaysOpen, ...names.flatMap((name) => excludable[name])]);
}
