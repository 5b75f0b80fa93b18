import {
  evaluateBoolean,
  explainBoolean,
  type EvaluationContext,
  type SegmentExplanation,
} from '@pennon/evaluator';
import {
  compileSnapshot,
  SNAPSHOT_FORMAT_VERSION,
  type CompiledBooleanFlag,
  type SnapshotDocument,
} from '@pennon/snapshot';
import { type ProbedSegment, segmentDocument } from './segment-document';

const KEY = 'probe';

/**
 * Asks the evaluator of the server about one segment, saved or not: a flag that is true for this segment alone.
 */
export class SegmentProbe {
  private readonly document: SnapshotDocument;
  private readonly flag: CompiledBooleanFlag | undefined;

  constructor(segment: ProbedSegment) {
    this.document = documentOf(segment);
    const flag = compileSnapshot(this.document).flags.get(KEY);
    this.flag = flag?.type === 'boolean' ? flag : undefined;
  }

  /** True when the segment holds the entity. */
  matches(entityId: string, context: EvaluationContext): boolean {
    return this.flag !== undefined && evaluateBoolean(this.flag, entityId, context).isEnabled;
  }

  /** The verdict on the segment and on each of its constraints, in their order. */
  explain(entityId: string, context: EvaluationContext): SegmentExplanation | undefined {
    if (this.flag === undefined) return undefined;
    const [rollout] = explainBoolean(this.flag, entityId, context, this.document).rollouts;
    return rollout?.type === 'segment' ? rollout.segments[0] : undefined;
  }
}

function documentOf(segment: ProbedSegment): SnapshotDocument {
  const step = { type: 'segment', segmentKeys: [KEY], segmentOperator: 'or', value: true } as const;
  return {
    formatVersion: SNAPSHOT_FORMAT_VERSION,
    namespaceKey: KEY,
    revision: 0,
    segments: [segmentDocument(KEY, segment)],
    flags: [
      {
        type: 'boolean',
        key: KEY,
        name: '',
        description: '',
        isEnabled: false,
        createdAt: 0,
        updatedAt: 0,
        variants: [],
        rollouts: [{ id: KEY, rank: 1, step }],
      },
    ],
  };
}
