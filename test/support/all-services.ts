import { type DescService } from '@bufbuild/protobuf';
import {
  flipt,
  fliptAnalytics,
  fliptAuth,
  fliptEvaluation,
  fliptMeta,
  fliptOfrep,
  grpcHealth,
  pennonAnalytics,
  pennonAudit,
  pennonChanges,
  pennonDashboard,
  pennonExplain,
  pennonLooks,
  pennonReference,
  pennonSaved,
  pennonTransfer,
} from '@pennon/proto';

/** Every service of the API. */
export const allServices: readonly DescService[] = [
  flipt,
  fliptAnalytics,
  fliptAuth,
  fliptEvaluation,
  fliptMeta,
  fliptOfrep,
  grpcHealth,
  pennonAnalytics,
  pennonAudit,
  pennonChanges,
  pennonDashboard,
  pennonExplain,
  pennonLooks,
  pennonReference,
  pennonSaved,
  pennonTransfer,
].flatMap((file) =>
  Object.values(file).filter(
    (member): member is DescService =>
      typeof member === 'object' && (member as Partial<DescService>).kind === 'service',
  ),
);
