import { type DescMessage, type Message, type MessageShape } from '@bufbuild/protobuf';
import { auditActions, auditTypes, revisionOrigins, subjectKinds } from '@pennon/domain';
import {
  flipt,
  pennonAudit as audit,
  pennonChanges as changes,
  pennonExplain as explain,
  pennonFind as find,
  pennonLooks as looks,
  pennonSaved as saved,
  pennonTransfer as transfer,
} from '@pennon/proto';
import { operatorsByType, storedOperatorsByType } from '@pennon/state';
import {
  APPROVALS,
  atLeast,
  BYPASS_ROLES,
  CHANGE_SOURCE,
  DRAFT_SOURCE,
  EDIT_DETAILS,
  GIVEN_REVISION,
  justOneOf,
  POLICY_NAMES,
  REMARK,
  REQUEST_KEY,
  REQUIRED_REVIEWER,
  REQUIRED_REVIEWERS,
  REVISION,
  REVISION_OR_LATEST,
  SAVED_NAME,
  SEARCHED_TEXT,
  SOME_ITEMS,
  SOME_MEMBERS,
  someOf,
  SUBJECT_KIND,
  VERDICT,
} from './change-laws';
import { constraintType, SEGMENT_CHOICE } from './choice-laws';
import {
  ATTACHMENT,
  DESCRIPTION,
  DISTRIBUTION_PERCENT,
  GIVEN,
  KEY,
  METADATA,
  NAME,
  NOT_EMPTY,
  NOT_NEGATIVE,
  OFFSET,
  ORDER,
  POSITIVE,
  ROLLOUT_STEP,
  THRESHOLD_PERCENT,
  VARIANT_KEY,
  VARIANT_NAME,
  anyOf,
  namespaceKeys,
  oneOf,
  type FieldLaw,
} from './field-laws';
import { NAMESPACE_LOOKS } from './look-laws';

/** The laws of a message, by the names of its fields in JSON, in the order in which they are checked. */
export type MessageLaws = Readonly<Record<string, FieldLaw<never>>>;

type LawsOf<T> = { readonly [K in keyof T]?: FieldLaw<T[K]> };

const page = { limit: NOT_NEGATIVE };
const pageWithOffset = { limit: NOT_NEGATIVE, offset: OFFSET };
const keyed = { key: NOT_EMPTY };
const named = { key: NOT_EMPTY, name: NAME, description: DESCRIPTION };
const created = { key: KEY, name: NAME, description: DESCRIPTION };
const ofFlag = { flagKey: NOT_EMPTY };
const oneOfFlag = { id: NOT_EMPTY, flagKey: NOT_EMPTY };
const variant = {
  ...{ flagKey: NOT_EMPTY, key: VARIANT_KEY, attachment: ATTACHMENT },
  ...{ name: VARIANT_NAME, description: DESCRIPTION },
};
const constraint = {
  segmentKey: NOT_EMPTY,
  property: NOT_EMPTY,
  operator: NOT_EMPTY,
  description: DESCRIPTION,
};
const repeatable = { requestKey: REQUEST_KEY };
const revisionFilter = {
  ...page,
  origin: oneOf(revisionOrigins),
  actor: anyOf(),
  kind: anyOf(subjectKinds),
  text: SEARCHED_TEXT,
};
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
  lawsOf(flipt.CreateRolloutRequestSchema, { ...ofFlag, rule: ROLLOUT_STEP, description: DESCRIPTION }),
  lawsOf(flipt.UpdateRolloutRequestSchema, { ...oneOfFlag, rule: ROLLOUT_STEP, description: DESCRIPTION }),
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
  lawsOf(changes.ListRevisionsRequestSchema, revisionFilter),
  lawsOf(changes.FindRevisionsRequestSchema, revisionFilter),
  lawsOf(changes.GetSubjectRequestSchema, { revision: REVISION_OR_LATEST, kind: SUBJECT_KIND }),
  lawsOf(changes.BlameSubjectRequestSchema, { kind: SUBJECT_KIND }),
  lawsOf(changes.ListSegmentUsesRequestSchema, { segmentKey: NOT_EMPTY }),
  lawsOf(changes.CompareFlagRequestSchema, { ...ofFlag, with: namespaceKeys(20) }),
  lawsOf(changes.GetRevisionRequestSchema, { ...page, revision: GIVEN_REVISION }),
  lawsOf(changes.RestoreSourceSchema, { revision: GIVEN_REVISION }),
  lawsOf(changes.PromoteSourceSchema, { fromNamespace: NOT_EMPTY }),
  lawsOf(changes.EditsSourceSchema, {
    flags: { ...SOME_ITEMS, ...atLeast(1) },
    segments: SOME_ITEMS,
  }),
  lawsOf(changes.FlagEditSchema, {
    ...{ key: NOT_EMPTY, rank: EDIT_DETAILS, name: atLeast(2) },
    ...{ weights: SOME_MEMBERS, segments: SOME_ITEMS, removeMetadata: SOME_ITEMS },
  }),
  lawsOf(changes.SegmentEditSchema, {
    ...{ key: NOT_EMPTY, name: atLeast(2), addConstraints: SOME_ITEMS, removeConstraints: SOME_ITEMS },
  }),
  lawsOf(changes.CreateChangeRequestSchema, {
    message: REMARK,
    source: CHANGE_SOURCE,
    baseRevision: REVISION,
    ...repeatable,
  }),
  lawsOf(changes.ListChangesRequestSchema, page),
  lawsOf(changes.FindChangesRequestSchema, page),
  lawsOf(find.FindFlagsRequestSchema, { ...page, text: SEARCHED_TEXT, tag: anyOf() }),
  lawsOf(changes.ReviewChangeRequestSchema, {
    verdict: VERDICT,
    comment: REMARK,
    seenRevision: REVISION,
    ...repeatable,
  }),
  lawsOf(changes.ApplyChangeRequestSchema, repeatable),
  lawsOf(changes.UpdatePolicyRequestSchema, { policy: GIVEN }),
  lawsOf(changes.UpdateChangeRequestSchema, {
    message: REMARK,
    document: someOf('message', 'baseRevision', 'document', 'edits', 'at'),
    baseRevision: REVISION,
    ...repeatable,
  }),
  lawsOf(changes.RevertRevisionRequestSchema, { message: REMARK, revision: GIVEN_REVISION, ...repeatable }),
  lawsOf(changes.CancelChangeRequestSchema, { reason: REMARK, ...repeatable }),
  lawsOf(changes.ListSeriesRequestSchema, page),
  lawsOf(changes.UpdateSeriesRequestSchema, {
    times: someOf('times', 'message'),
    message: REMARK,
    ...repeatable,
  }),
  lawsOf(changes.StepTimeSchema, { step: POSITIVE, at: justOneOf('at', 'after') }),
  lawsOf(changes.SteerSeriesRequestSchema, { reason: REMARK, ...repeatable }),
  lawsOf(changes.PolicySchema, {
    requiredApprovals: APPROVALS,
    bypass: BYPASS_ROLES,
    requiredReviewers: REQUIRED_REVIEWERS,
  }),
  lawsOf(changes.PolicyScopeSchema, { tags: POLICY_NAMES, keys: POLICY_NAMES }),
  lawsOf(changes.RequiredReviewerSchema, { reviewer: REQUIRED_REVIEWER }),
  lawsOf(changes.CompareRevisionsRequestSchema, {
    ...page,
    from: GIVEN_REVISION,
    to: REVISION_OR_LATEST,
  }),
  lawsOf(explain.ExplainRequestSchema, { revision: REVISION }),
  lawsOf(changes.EstimateAudienceRequestSchema, {
    source: DRAFT_SOURCE,
    baseRevision: REVISION,
  }),
  lawsOf(saved.PutSavedItemRequestSchema, { name: SAVED_NAME, content: justOneOf('sampleUser', 'view') }),
  lawsOf(saved.SampleUserSchema, { entityId: NOT_EMPTY }),
  lawsOf(looks.SetNamespaceLooksRequestSchema, { looks: NAMESPACE_LOOKS }),
  lawsOf(looks.NamespaceLookSchema, { namespaceKey: NOT_EMPTY }),
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
