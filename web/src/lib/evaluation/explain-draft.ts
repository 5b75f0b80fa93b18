import {
  type BooleanExplanation,
  type EvaluationContext,
  explainBoolean,
  explainVariant,
  type VariantExplanation,
} from '@pennon/evaluator';
import {
  compileSnapshot,
  type FlagDocument,
  SNAPSHOT_FORMAT_VERSION,
  type SnapshotDocument,
} from '@pennon/snapshot';
import { segmentDocument } from '../constraints';
import { type EditedFlag } from '../flag-edits';
import { type Segment } from '../model';
import { selectionOf, stepOf } from '../plan/flag-state';

/** Who is asked for. */
interface Asked {
  readonly entityId: string;
  readonly context: EvaluationContext;
}

/**
 * What a flag would answer if it were saved as it is edited, by the evaluator of the server; undefined if the flag
 * cannot be evaluated.
 */
export function explainDraft(
  edited: EditedFlag,
  segments: readonly Segment[],
  { entityId, context }: Asked,
): VariantExplanation | BooleanExplanation | undefined {
  const document: SnapshotDocument = {
    formatVersion: SNAPSHOT_FORMAT_VERSION,
    namespaceKey: edited.flag.namespaceKey,
    revision: 0,
    segments: segments.map((segment) => segmentDocument(segment.key, segment)),
    flags: [flagDocument(edited)],
  };
  const flag = compileSnapshot(document).flags.get(edited.flag.key);
  if (flag === undefined) return undefined;
  return flag.type === 'boolean'
    ? explainBoolean(flag, entityId, context, document)
    : explainVariant(flag, entityId, context, document);
}

function flagDocument({ flag, rules, rollouts }: EditedFlag): FlagDocument {
  const { key, name, description, enabled: isEnabled, variants } = flag;
  const contents = { key, name, description, isEnabled, createdAt: 0, updatedAt: 0, variants };
  if (flag.type === 'BOOLEAN_FLAG_TYPE') {
    return {
      ...contents,
      type: 'boolean',
      rollouts: rollouts.map((rollout, index) => ({
        id: rollout.id,
        rank: index + 1,
        step: stepOf(rollout),
      })),
    };
  }
  return {
    ...contents,
    type: 'variant',
    defaultVariantId: flag.defaultVariant?.id,
    rules: rules.map(({ id, distributions, ...choice }, index) => ({
      id,
      rank: index + 1,
      ...selectionOf(choice),
      distributions: distributions.map(({ variantId, rollout }, place) => ({
        id: `${id}-${place + 1}`,
        variantId,
        rolloutPercent: rollout,
      })),
    })),
  };
}
