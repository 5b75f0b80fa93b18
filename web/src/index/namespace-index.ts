import {
  evaluateBoolean,
  evaluateVariant,
  explainBoolean,
  explainVariant,
  type BooleanExplanation,
  type EvaluationContext,
  type VariantExplanation,
} from '@pennon/evaluator';
import {
  compileSnapshot,
  type FlagDocument,
  type SegmentDocument,
  type Snapshot,
  type SnapshotDocument,
} from '@pennon/snapshot';
import { type DecidingFlag, type KnownSegments, knownSegments } from '@pennon/state';
import { type SegmentUse } from '@/lib/model';
import { convertSnapshot } from './convert-snapshot';
import { type WireSnapshot } from './wire-snapshot';

/** A flag as the index knows it: no metadata, only the variants it can answer with, no ids of rollouts. */
export interface IndexedFlag extends DecidingFlag {
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** What a flag answers an entity, as the evaluation API tells it. */
export interface LocalResult {
  readonly flagKey: string;
  /** Key of the variant, `''` for none; true or false of a boolean flag. */
  readonly value: string | boolean;
  /** Of a variant flag; a boolean flag has no such thing and gives true. */
  readonly match: boolean;
  readonly reason: 'match' | 'default' | 'flag-disabled' | 'unknown';
  /** JSON text of the variant, or `''`. */
  readonly attachment: string;
  readonly segmentKeys: readonly string[];
}

/** A local result with every step of the way there; ranks are places among the rules or rollouts, from 1. */
export type FlagExplanation = VariantExplanation | BooleanExplanation;

/**
 * Everything that decides what the flags of a namespace answer, from one snapshot. Read-only: it has no metadata, no
 * unused variants or segments and no ids of rollouts, so that nothing may be edited from it.
 */
export class NamespaceIndex {
  readonly namespaceKey: string;
  /** In creation order. */
  readonly flags: readonly IndexedFlag[];
  /** Segments that rules or rollouts use, by key. */
  readonly segments: ReadonlyMap<string, SegmentDocument>;
  /** The same segments, as far as they decide whom a step is for. */
  readonly knownSegments: KnownSegments;
  readonly snapshot: Snapshot;
  private readonly document: SnapshotDocument;
  private readonly flagsByKey: ReadonlyMap<string, IndexedFlag>;
  private uses: ReadonlyMap<string, readonly SegmentUse[]> | undefined;

  constructor(wire: WireSnapshot) {
    const document = convertSnapshot(wire);
    this.document = document;
    this.namespaceKey = document.namespaceKey;
    this.snapshot = compileSnapshot(document);
    this.segments = new Map(document.segments.map((segment) => [segment.key, segment]));
    this.knownSegments = knownSegments(document.segments);
    const dates = new Map(wire.flags.map(({ key, createdAt, updatedAt }) => [key, { createdAt, updatedAt }]));
    this.flags = document.flags.map((flag) => ({
      ...indexedFlag(flag),
      createdAt: dates.get(flag.key)?.createdAt ?? '',
      updatedAt: dates.get(flag.key)?.updatedAt ?? '',
    }));
    this.flagsByKey = new Map(this.flags.map((flag) => [flag.key, flag]));
  }

  flag(key: string): IndexedFlag | undefined {
    return this.flagsByKey.get(key);
  }

  /** The rules and rollouts that use a segment, flag by flag; found for all segments at the first question. */
  usedBy(segmentKey: string): readonly SegmentUse[] {
    this.uses ??= usesOf(this.flags);
    return this.uses.get(segmentKey) ?? [];
  }

  /** What the flag answers the entity, with the evaluator of the server; undefined when there is no such flag. */
  evaluate(flagKey: string, entityId: string, context: EvaluationContext): LocalResult | undefined {
    const flag = this.snapshot.flags.get(flagKey);
    if (flag === undefined) return undefined;
    if (flag.type === 'boolean') {
      const { isEnabled, reason, segmentKeys } = evaluateBoolean(flag, entityId, context);
      return { flagKey, value: isEnabled, match: true, reason, attachment: '', segmentKeys };
    }
    const { variantKey, isMatch, reason, attachment, segmentKeys } = evaluateVariant(flag, entityId, context);
    return { flagKey, value: variantKey, match: isMatch, reason, attachment, segmentKeys };
  }

  /**
   * What {@link evaluate} answers, and why; undefined when there is no such flag.
   *
   * @param isOff Whether the flag is turned off, which a snapshot does not tell: it has a flag without steps.
   */
  explain(
    flagKey: string,
    entityId: string,
    context: EvaluationContext,
    isOff = false,
  ): FlagExplanation | undefined {
    const flag = this.snapshot.flags.get(flagKey);
    if (flag === undefined) return undefined;
    const document = isOff ? withOff(this.document, flagKey) : this.document;
    return flag.type === 'boolean'
      ? explainBoolean(flag, entityId, context, document)
      : explainVariant(flag, entityId, context, document);
  }

  /** What all flags answer the entity, in their order. */
  evaluateAll(entityId: string, context: EvaluationContext): readonly LocalResult[] {
    return this.flags.flatMap(({ key }) => this.evaluate(key, entityId, context) ?? []);
  }
}

function withOff(document: SnapshotDocument, flagKey: string): SnapshotDocument {
  const flags = document.flags.map((flag) =>
    flag.key === flagKey ? { ...flag, isOff: true as const } : flag,
  );
  return { ...document, flags };
}

function usesOf(flags: readonly IndexedFlag[]): ReadonlyMap<string, readonly SegmentUse[]> {
  const uses = new Map<string, SegmentUse[]>();
  const note = (segmentKeys: readonly string[], use: SegmentUse): void => {
    for (const key of segmentKeys) uses.set(key, [...(uses.get(key) ?? []), use]);
  };
  for (const { key: flagKey, rules, rollouts } of flags) {
    for (const [index, { segmentKeys }] of rules.entries()) {
      note(segmentKeys, { flagKey, kind: 'rule', position: index + 1 });
    }
    for (const [index, { step }] of rollouts.entries()) {
      if (step.type === 'threshold') continue;
      note(step.segmentKeys, { flagKey, kind: 'rollout', position: index + 1 });
    }
  }
  return uses;
}

/** What the document of a flag says of it. */
function indexedFlag(flag: FlagDocument): Omit<IndexedFlag, 'createdAt' | 'updatedAt'> {
  const { type, key, name, description, isEnabled } = flag;
  const own = { type, key, name, description, isEnabled, off: undefined };
  if (flag.type === 'boolean') {
    const rollouts = flag.rollouts.map(({ step }) => ({ description: '', step }));
    return { ...own, variants: [], defaultVariantKey: undefined, rules: [], rollouts };
  }
  const { variants, defaultVariantId } = flag;
  const keys = new Map(variants.map(({ id, key: variantKey }) => [id, variantKey]));
  return {
    ...own,
    variants,
    defaultVariantKey: defaultVariantId === undefined ? undefined : keys.get(defaultVariantId),
    rules: flag.rules.map(({ segmentKeys, segmentOperator, distributions }) => ({
      ...{ segmentKeys, segmentOperator },
      distributions: distributions.flatMap(({ variantId, rolloutPercent }) => {
        const variantKey = keys.get(variantId);
        return variantKey === undefined ? [] : [{ variantKey, rolloutPercent }];
      }),
    })),
    rollouts: [],
  };
}
