import { type DescService } from '@bufbuild/protobuf';
import {
  flipt,
  fliptAnalytics,
  fliptMeta,
  grpcHealth,
  pennonAudit,
  pennonDashboard,
  pennonExplain,
  pennonReference,
  pennonTransfer,
  type OtherTier,
} from '@pennon/api';
import { type Config } from '@pennon/config';
import { evaluationServices } from '@pennon/evaluation';

/** The services that a writer answers in any case. */
const ownServices: readonly DescService[] = [
  flipt.Flipt,
  pennonTransfer.TransferService,
  pennonDashboard.DashboardService,
  pennonExplain.ExplainService,
  pennonAudit.AuditService,
  fliptMeta.MetadataService,
  pennonReference.ReferenceService,
  grpcHealth.Health,
];

/** The services of a writer that does everything. */
export const services: readonly DescService[] = [
  ...ownServices,
  fliptAnalytics.AnalyticsService,
  ...evaluationServices,
];

/** Which services a writer answers, beside those of authentication, and who answers the others. */
export interface WriterOffer {
  readonly services: readonly DescService[];
  readonly otherTier: OtherTier | undefined;
}

/**
 * A writer that could evaluate says of counts that it has none. Where evaluation is switched off the read tier answers it, and
 * counts are there only when they are switched on.
 */
export function offerOf({ evaluation, analytics }: Pick<Config, 'evaluation' | 'analytics'>): WriterOffer {
  if (evaluation.enabled) return { services, otherTier: undefined };
  const referral = 'is answered by the read tier; this is a writer';
  return {
    services: [...ownServices, ...(analytics.enabled ? [fliptAnalytics.AnalyticsService] : [])],
    otherTier: { services: evaluationServices, referral },
  };
}
