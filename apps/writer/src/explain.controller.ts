import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { Controller } from '@nestjs/common';
import { comparisonTypeWords, Rpc, type RpcCall } from '@pennon/api';
import { NamespaceExports } from '@pennon/changes';
import { rowsOfDocument } from '@pennon/document-source';
import { invalidField, readRevision, resolveNamespaceKey, type Revision, revisionText } from '@pennon/domain';
import { EnumWords, pennonExplain } from '@pennon/proto';
import { buildSnapshotDocument, compileSnapshot, type Snapshot } from '@pennon/snapshot';
import {
  presentBoolean,
  flagNotFound,
  FreshSnapshots,
  idOf,
  startStopwatch,
  type Timing,
  presentVariant,
} from '@pennon/evaluation';
import {
  type BooleanExplanation,
  type ConstraintExplanation,
  type Ending,
  explainBoolean,
  explainVariant,
  type RolloutExplanation,
  type RuleExplanation,
  type SegmentExplanation,
  type SelectionExplanation,
  type StepOutcome,
  type VariantExplanation,
  type Verdict,
} from '@pennon/evaluator';
import { AskedDrafts, type GivenDraft } from './changes/asked-draft';
import { snapshotsOf } from './changes/audience-estimate';
import { segmentOperatorWords } from './segments/segment-selection';
import { matchTypeWords } from './segments/segments.controller';

const { Ending: WireEnding, StepOutcome: WireOutcome, Verdict: WireVerdict } = pennonExplain;

/** Endings on the wire. */
const endingWords = new EnumWords<Ending, pennonExplain.Ending>({
  off: WireEnding.OFF_ENDING,
  'no-step': WireEnding.NO_STEP_ENDING,
  'flag-disabled': WireEnding.FLAG_DISABLED_ENDING,
  share: WireEnding.SHARE_ENDING,
  uncovered: WireEnding.UNCOVERED_ENDING,
  'no-shares': WireEnding.NO_SHARES_ENDING,
  threshold: WireEnding.THRESHOLD_ENDING,
  segments: WireEnding.SEGMENTS_ENDING,
});

const outcomeWords = new EnumWords<StepOutcome, pennonExplain.StepOutcome>({
  skipped: WireOutcome.SKIPPED_STEP_OUTCOME,
  'not-matched': WireOutcome.NOT_MATCHED_STEP_OUTCOME,
  matched: WireOutcome.MATCHED_STEP_OUTCOME,
});

const verdictWords = new EnumWords<Verdict, pennonExplain.Verdict>({
  'not-matched': WireVerdict.NOT_MATCHED_VERDICT,
  matched: WireVerdict.MATCHED_VERDICT,
  absent: WireVerdict.ABSENT_VERDICT,
  empty: WireVerdict.EMPTY_VERDICT,
  'not-a-number': WireVerdict.NOT_A_NUMBER_VERDICT,
  'not-a-date': WireVerdict.NOT_A_DATE_VERDICT,
  'not-a-boolean': WireVerdict.NOT_A_BOOLEAN_VERDICT,
  never: WireVerdict.NEVER_VERDICT,
});

/** The explanation of a variant flag on the wire. */
function presentVariantExplanation(
  { defaultVariantKey, rules, result }: VariantExplanation,
  requestId: string,
  timing: Timing,
): pennonExplain.VariantExplanation {
  return create(pennonExplain.VariantExplanationSchema, {
    ...(defaultVariantKey !== undefined && { defaultVariantKey }),
    rules: rules.map(presentRule),
    result: presentVariant(requestId, result, timing),
  });
}

/** The explanation of a boolean flag on the wire. */
function presentBooleanExplanation(
  { rollouts, result }: BooleanExplanation,
  requestId: string,
  timing: Timing,
): pennonExplain.BooleanExplanation {
  return create(pennonExplain.BooleanExplanationSchema, {
    rollouts: rollouts.map(presentRollout),
    result: presentBoolean(requestId, result, timing),
  });
}

function presentRule(rule: RuleExplanation): MessageInitShape<typeof pennonExplain.RuleExplanationSchema> {
  const { id, rank, outcome, split } = rule;
  return {
    id,
    rank,
    outcome: outcomeWords.toWire(outcome),
    selection: presentSelection(rule),
    ...(split !== undefined && {
      split: {
        hash: split.hash,
        shares: split.shares.map(({ isChosen, ...share }) => ({ ...share, chosen: isChosen })),
      },
    }),
  };
}

function presentRollout(
  rollout: RolloutExplanation,
): MessageInitShape<typeof pennonExplain.RolloutExplanationSchema> {
  const { id, rank, outcome, value } = rollout;
  const step = { id, rank, outcome: outcomeWords.toWire(outcome), value };
  if (rollout.type === 'segment') {
    return { ...step, step: { case: 'selection', value: presentSelection(rollout) } };
  }
  const { percent: percentage, hash } = rollout;
  const threshold = { percentage, ...(hash !== undefined && { hash }) };
  return { ...step, step: { case: 'threshold', value: threshold } };
}

function presentSelection({
  segmentOperator,
  segmentKeys,
  segments,
}: SelectionExplanation): MessageInitShape<typeof pennonExplain.SelectionExplanationSchema> {
  return {
    segmentOperator: segmentOperatorWords.toWire(segmentOperator),
    segmentKeys: [...segmentKeys],
    segments: segments.map(presentSegment),
  };
}

function presentSegment({
  key,
  matchType,
  isMatch,
  constraints,
}: SegmentExplanation): MessageInitShape<typeof pennonExplain.SegmentExplanationSchema> {
  return {
    key,
    matchType: matchTypeWords.toWire(matchType),
    match: isMatch,
    constraints: constraints.map(presentConstraint),
  };
}

function presentConstraint(
  constraint: ConstraintExplanation,
): MessageInitShape<typeof pennonExplain.ConstraintExplanationSchema> {
  const { id, type, property, operator, wanted, actual, verdict } = constraint;
  return {
    id,
    type: comparisonTypeWords.toWire(type),
    property,
    operator,
    value: wanted,
    ...(actual !== undefined && { actual }),
    verdict: verdictWords.toWire(verdict),
  };
}

const { method } = pennonExplain.ExplainService;

/** Says why an entity gets the value that it gets. It is a look at rules and segments: nothing is counted. */
@Controller()
export class ExplainController {
  constructor(
    private readonly snapshots: FreshSnapshots,
    private readonly exports: NamespaceExports,
    private readonly drafts: AskedDrafts,
  ) {}

  /** @throws NotFoundError if there is no such flag, or the state of the revision is not known. */
  @Rpc(method.explain)
  async explain(
    request: pennonExplain.ExplainRequest,
    call: RpcCall,
  ): Promise<pennonExplain.ExplainResponse> {
    const stop = startStopwatch();
    const { revision, draft } = request;
    if (draft.case !== undefined) {
      if (revision !== undefined) throw invalidField(draft.case, 'must not be given with revision');
      return explained(await this.drafted(request, draft), request, call, stop);
    }
    if (revision !== undefined) {
      const namespaceKey = resolveNamespaceKey(request.namespaceKey);
      const snapshot = await this.snapshotAt(namespaceKey, readRevision('revision', revision));
      return explained(snapshot, request, call, stop);
    }
    return this.snapshots.answerFrom(request.namespaceKey, call, (snapshot) =>
      explained(snapshot, request, call, stop),
    );
  }

  /** What the flag would be, with all segments, after a change that is not applied. */
  private async drafted(
    { flagKey, ...request }: pennonExplain.ExplainRequest,
    draft: GivenDraft,
  ): Promise<Snapshot> {
    const namespaceKey = resolveNamespaceKey(request.namespaceKey);
    const states = await this.drafts.read(namespaceKey, draft, { baseRevision: undefined }, [flagKey]);
    return snapshotsOf(namespaceKey, states).drafted;
  }

  /** What the namespace was; undefined when it was not there. */
  private async snapshotAt(namespaceKey: string, revision: Revision): Promise<Snapshot | undefined> {
    const past = await this.exports.readAt(namespaceKey, revision);
    if (past === undefined) return undefined;
    const namespace = { key: namespaceKey, ...past.revision };
    return compileSnapshot(buildSnapshotDocument({ ...rowsOfDocument(past.document), namespace }));
  }
}

function explained(
  snapshot: Snapshot | undefined,
  request: pennonExplain.ExplainRequest,
  call: RpcCall,
  stop: () => Timing,
): pennonExplain.ExplainResponse {
  const { flagKey, entityId, context } = request;
  const flag = snapshot?.flags.get(flagKey);
  if (snapshot === undefined || flag === undefined) throw flagNotFound(request);
  const { document } = snapshot;
  const explanation =
    flag.type === 'variant'
      ? explainVariant(flag, entityId, context, document)
      : explainBoolean(flag, entityId, context, document);
  const requestId = idOf(request, call);
  return create(pennonExplain.ExplainResponseSchema, {
    flagKey: flag.key,
    enabled: flag.isEnabled,
    revision: revisionText(document),
    ending: endingWords.toWire(explanation.ending),
    explanation:
      explanation.type === 'variant'
        ? { case: 'variant', value: presentVariantExplanation(explanation, requestId, stop()) }
        : { case: 'boolean', value: presentBooleanExplanation(explanation, requestId, stop()) },
  });
}
