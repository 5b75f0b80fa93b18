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
import { evaluationServices } from '@pennon/evaluation';

/** The services that a writer answers in any case. */
const ownServices: readonly DescService[] = [
  flipt.Flipt,
  pennonTransfer.TransferService,
  pennonDashboard.DashboardService,
  pennonExplain.ExplainService,
  pennonAudit.AuditService,
  pennonChanges.ChangeService,
  pennonSaved.SavedService,
  pennonLooks.LookService,
  fliptAnalytics.AnalyticsService,
  pennonAnalytics.CountService,
  fliptMeta.MetadataService,
  pennonReference.ReferenceService,
  grpcHealth.Health,
];

/** The services of a writer that does everything. */
export const services: readonly DescService[] = [...ownServices, ...evaluationServices];

/** Which services a writer answers, beside those of authentication, and who answers the others. */
export interface WriterOffer {
  readonly services: readonly DescService[];
  readonly otherTier: OtherTier | undefined;
}

/** @param evaluates Whether evaluation is switched on; if not, the read tier answers it. */
export function offerOf(evaluates: boolean): WriterOffer {
  if (evaluates) return { services, otherTier: undefined };
  const referral = 'is answered by the read tier; this is a writer';
  return { services: ownServices, otherTier: { services: evaluationServices, referral } };
}
