import { type DescMessage, type Message, type MessageShape } from '@bufbuild/protobuf';
import { auditActions, auditTypes, revisionOrigins } from '@pennon/domain';
import {
  flipt,
  pennonAudit as audit,
  pennonChanges as changes,
  pennonExplain as explain,
  pennonTransfer as transfer,
} from '@pennon/proto';
import { operatorsByType, storedOperatorsByType } from '@pennon/state';
import {
  APPROVALS,
  BYPASS_ROLES,
  CHANGE_EDIT,
  CHANGE_SOURCE,
  GIVEN_REVISION,
  REMARK,
  REQUEST_KEY,
  REVISION,
  REVISION_OR_LATEST,
  VERDICT,
} from './change-laws';
import { constraintType, SEGMENT_CHOICE } from './choice-laws';
import {
  ATTACHMENT,
  DISTRIBUTION_PERCENT,
  GIVEN,
  KEY,
  METADATA,
  NOT_EMPTY,
  NOT_NEGATIVE,
  OFFSET,
  ORDER,
  POSITIVE,
  ROLLOUT_STEP,
  THRESHOLD_PERCENT,
  VARIANT_KEY,
  oneOf,
  type FieldLaw,
} from './field-laws';

/** The laws of a message, by the names of its fields in JSON, in the order in which they are checked. */
export type MessageLaws = Readonly<Record<string, FieldLaw<never>>>;

type LawsOf<T> = { readonly [K in keyof T]?: FieldLaw<T[K]> };

const page = { limit: NOT_NEGATIVE };
const pageWithOffset = { limit: NOT_NEGATIVE, offset: OFFSET };
const keyed = { key: NOT_EMPTY };
const named = { key: NOT_EMPTY, name: NOT_EMPTY };
const created = { key: KEY, name: NOT_EMPTY };
const ofFlag = { flagKey: NOT_EMPTY };
const oneOfFlag = { id: NOT_EMPTY, flagKey: NOT_EMPTY };
const variant = { flagKey: NOT_EMPTY, key: VARIANT_KEY, attachment: ATTACHMENT };
const constraint = { segmentKey: NOT_EMPTY, property: NOT_EMPTY, operator: NOT_EMPTY };
const repeatable = { requestKey: REQUEST_KEY };
const distribution = { flagKey: NOT_EMPTY, ruleId: NOT_EMPTY, variantId: NOT_EMPTY };

/**
 * What requests must be, whatever is stored: the server checks it, and the OpenAPI document says it. Words and order of
 * the refusals are those of Flipt v1.
 */
const laws: ReadonlyMap<string, MessageLaws> = new Map<string, MessageLaws>([
  lawsOf(flipt.EvaluationRequestSchema, { flagKey: NOT_EMPTY, entityId: NOT_EMPTY }),

  lawsOf(flipt.ListNamespaceRequestSchema, pageWithOffset),
  lawsOf(flipt.CreateNamespaceRequestSchema, created),
  lawsOf(flipt.UpdateNamespaceRequestSchema, named),

  lawsOf(flipt.GetFlagRequestSchema, keyed),
  lawsOf(flipt.ListFlagRequestSchema, pageWithOffset),
  lawsOf(flipt.CreateFlagRequestSchema, { ...created, metadata: METADATA }),
  lawsOf(flipt.UpdateFlagRequestSchema, { ...named, metadata: METADATA }),
  lawsOf(flipt.DeleteFlagRequestSchema, keyed),

  lawsOf(flipt.CreateVariantRequestSchema, variant),
  lawsOf(flipt.UpdateVariantRequestSchema, { id: NOT_EMPTY, ...variant }),
  lawsOf(flipt.DeleteVariantRequestSchema, oneOfFlag),

  lawsOf(flipt.GetSegmentRequestSchema, keyed),
  lawsOf(flipt.ListSegmentRequestSchema, pageWithOffset),
  lawsOf(flipt.CreateSegmentRequestSchema, created),
  lawsOf(flipt.UpdateSegmentRequestSchema, named),
  lawsOf(flipt.DeleteSegmentRequestSchema, keyed),

  lawsOf(flipt.CreateConstraintRequestSchema, {
    ...constraint,
    type: constraintType(operatorsByType),
  }),
  lawsOf(flipt.UpdateConstraintRequestSchema, {
    id: NOT_EMPTY,
    ...constraint,
    type: constraintType(storedOperatorsByType),
  }),
  lawsOf(flipt.DeleteConstraintRequestSchema, { id: NOT_EMPTY, segmentKey: NOT_EMPTY }),

  lawsOf(flipt.ListRuleRequestSchema, { ...ofFlag, ...pageWithOffset }),
  lawsOf(flipt.GetRuleRequestSchema, oneOfFlag),
  lawsOf(flipt.CreateRuleRequestSchema, { ...ofFlag, segmentKeys: SEGMENT_CHOICE, rank: POSITIVE }),
  lawsOf(flipt.UpdateRuleRequestSchema, { ...oneOfFlag, segmentKeys: SEGMENT_CHOICE }),
  lawsOf(flipt.DeleteRuleRequestSchema, oneOfFlag),
  lawsOf(flipt.OrderRulesRequestSchema, { ...ofFlag, ruleIds: ORDER }),

  lawsOf(flipt.CreateDistributionRequestSchema, { ...distribution, rollout: DISTRIBUTION_PERCENT }),
  lawsOf(flipt.UpdateDistributionRequestSchema, {
    id: NOT_EMPTY,
    ...distribution,
    rollout: DISTRIBUTION_PERCENT,
  }),
  lawsOf(flipt.DeleteDistributionRequestSchema, { id: NOT_EMPTY, ...distribution }),

  lawsOf(flipt.ListRolloutRequestSchema, page),
  lawsOf(flipt.CreateRolloutRequestSchema, { ...ofFlag, rule: ROLLOUT_STEP }),
  lawsOf(flipt.UpdateRolloutRequestSchema, { ...oneOfFlag, rule: ROLLOUT_STEP }),
  lawsOf(flipt.DeleteRolloutRequestSchema, oneOfFlag),
  lawsOf(flipt.OrderRolloutsRequestSchema, { ...ofFlag, rolloutIds: ORDER }),
  lawsOf(flipt.RolloutSegmentSchema, { segmentKeys: SEGMENT_CHOICE }),
  lawsOf(flipt.RolloutThresholdSchema, { percentage: THRESHOLD_PERCENT }),

  lawsOf(audit.ListEventsRequestSchema, {
    ...page,
    type: oneOf(auditTypes),
    action: oneOf(auditActions),
  }),
  lawsOf(audit.ListDeadLettersRequestSchema, page),
  lawsOf(changes.ListRevisionsRequestSchema, { ...page, origin: oneOf(revisionOrigins) }),
  lawsOf(changes.GetRevisionRequestSchema, { ...page, revision: GIVEN_REVISION }),
  lawsOf(changes.RestoreSourceSchema, { revision: GIVEN_REVISION }),
  lawsOf(changes.CreateChangeRequestSchema, {
    message: REMARK,
    source: CHANGE_SOURCE,
    baseRevision: REVISION,
    ...repeatable,
  }),
  lawsOf(changes.ListChangesRequestSchema, page),
  lawsOf(changes.ReviewChangeRequestSchema, { verdict: VERDICT, comment: REMARK, ...repeatable }),
  lawsOf(changes.ApplyChangeRequestSchema, repeatable),
  lawsOf(changes.UpdatePolicyRequestSchema, { policy: GIVEN }),
  lawsOf(changes.UpdateChangeRequestSchema, {
    message: REMARK,
    document: CHANGE_EDIT,
    baseRevision: REVISION,
    ...repeatable,
  }),
  lawsOf(changes.RevertRevisionRequestSchema, { message: REMARK, revision: GIVEN_REVISION, ...repeatable }),
  lawsOf(changes.CancelChangeRequestSchema, { reason: REMARK, ...repeatable }),
  lawsOf(changes.PolicySchema, { requiredApprovals: APPROVALS, bypass: BYPASS_ROLES }),
  lawsOf(changes.CompareRevisionsRequestSchema, {
    ...page,
    from: GIVEN_REVISION,
    to: REVISION_OR_LATEST,
  }),
  lawsOf(explain.ExplainRequestSchema, { revision: REVISION }),
  lawsOf(transfer.ExportNamespaceRequestSchema, { revision: REVISION }),
  lawsOf(transfer.ImportNamespaceRequestSchema, { document: NOT_EMPTY, maxDeletions: NOT_NEGATIVE }),
]);

/** The laws of a message, if it has some. */
export function messageLaws({ typeName }: DescMessage): MessageLaws | undefined {
  return laws.get(typeName);
}

function lawsOf<D extends DescMessage>(
  { typeName }: D,
  ofFields: LawsOf<Omit<MessageShape<D>, keyof Message>>,
): readonly [string, MessageLaws] {
  return [typeName, ofFields as MessageLaws];
}
