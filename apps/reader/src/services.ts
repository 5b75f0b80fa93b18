import { type DescService } from '@bufbuild/protobuf';
import type { OtherTier } from '@pennon/api';
import {
  flipt,
  fliptAnalytics,
  fliptMeta,
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
import { allAuthServices } from '@pennon/auth';
import { type Config } from '@pennon/config';
import { sourceKindOf } from '@pennon/document-source';
import { evaluationServices } from '@pennon/evaluation';

/** The services of which a reader answers something: of `flipt.Flipt` that is legacy evaluation. */
export const services: readonly DescService[] = [
  flipt.Flipt,
  ...evaluationServices,
  fliptMeta.MetadataService,
  pennonReference.ReferenceService,
  grpcHealth.Health,
];

/**
 * Who answers management, imports, exports, explanations, counts of evaluations, also to be added, and the audit log,
 * and logins: the write tier. Which methods of login there are is the business of that tier. Where this reader lives
 * from documents there need be none.
 */
export function otherTierOf({ storage }: Pick<Config, 'storage'>): OtherTier {
  const location = sourceKindOf(storage)?.locationOf(storage);
  return {
    services: [
      pennonTransfer.TransferService,
      pennonDashboard.DashboardService,
      pennonExplain.ExplainService,
      pennonAudit.AuditService,
      pennonChanges.ChangeService,
      pennonSaved.SavedService,
      pennonLooks.LookService,
      fliptAnalytics.AnalyticsService,
      pennonAnalytics.CountService,
      ...allAuthServices,
    ],
    referral:
      location === undefined
        ? 'is answered by the write tier; this is a reader'
        : `is not answered here: this instance is read-only and lives from ${location}`,
  };
}
