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
import { type FlagContents, type Segment } from '../model';

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
  edited: FlagContents,
  segments: readonly Segment[],
  { entityId, context }: Asked,
): VariantExplanation | BooleanExplanation | undefined {
  const document: SnapshotDocument = {
    formatVersion: SNAPSHOT_FORMAT_VERSION,
    namespaceKey: edited.namespaceKey,
    revision: 0,
    segments: segments.map((segment) => segmentDocument(segment.key, segment)),
    flags: [flagDocument(edited)],
  };
  const flag = compileSnapshot(document).flags.get(edited.key);
  if (flag === undefined) return undefined;
  return flag.type === 'boolean'
    ? explainBoolean(flag, entityId, context, document)
    : explainVariant(flag, entityId, context, document);
}

function flagDocument(edited: FlagContents): FlagDocument {
  // Nothing of a flag that is off is tried.
  const { rules, rollouts, ...flag } =
    edited.off === false ? edited : { ...edited, isEnabled: false, rules: [], rollouts: [] };
  const { key, name, description, isEnabled, variants, defaultVariantKey } = flag;
  const off = flag.off === false ? {} : { isOff: true as const };
  const contents = { key, name, description, isEnabled, ...off, createdAt: 0, updatedAt: 0 };
  if (flag.type === 'boolean') {
    return {
      ...{ ...contents, type: 'boolean', variants: [] },
      rollouts: rollouts.map(({ id, step }, index) => ({ id, rank: index + 1, step })),
    };
  }
  // Variants are known by their keys here.
  return {
    ...{ ...contents, type: 'variant', defaultVariantId: defaultVariantKey },
    variants: variants.map((variant) => ({ ...variant, id: variant.key })),
    rules: rules.map(({ id, segmentKeys, segmentOperator, distributions }, index) => ({
      ...{ id, rank: index + 1, segmentKeys, segmentOperator },
      distributions: distributions.map(({ variantKey, rolloutPercent }, place) => ({
        ...{ id: `${id}-${place + 1}`, variantId: variantKey, rolloutPercent },
      })),
    })),
  };
}
