import { type SegmentSelection } from '@pennon/domain';
import { compileConstraint } from './compile-constraint';
import { compileDistributions } from './compile-distributions';
import {
  type CompiledFlag,
  type CompiledRollout,
  type CompiledRule,
  type CompiledSegment,
  type CompiledSelection,
  type CompiledVariant,
  type Snapshot,
} from './snapshot';
import {
  type FlagDocument,
  type RolloutDocument,
  type RuleDocument,
  type SegmentDocument,
  type SnapshotDocument,
} from './snapshot-document';

/** What the flags of a document refer to, compiled once and shared between them. */
interface Shared {
  readonly segments: ReadonlyMap<string, CompiledSegment>;
  readonly variants: ReadonlyMap<string, CompiledVariant>;
  /** Selections by what they select: flags that look at the same segments share them, which keeps them near. */
  readonly selections: Map<string, CompiledSelection>;
}

/**
 * Compiles a document for evaluation. Linear in the size of the document; the document is kept, not copied.
 *
 * Never throws: a document from outside may refer to what it does not hold, and then loses that reference as it would
 * in {@link buildSnapshotDocument}. Source: design.md 2, contract/evaluation.md 4.
 */
export function compileSnapshot(document: SnapshotDocument): Snapshot {
  const shared: Shared = {
    segments: new Map(document.segments.map((segment) => [segment.key, compileSegment(segment)])),
    variants: new Map(
      document.flags.flatMap(({ variants }) => variants.map((variant) => [variant.id, variant])),
    ),
    selections: new Map(),
  };
  return { document, flags: new Map(document.flags.map((flag) => [flag.key, compileFlag(flag, shared)])) };
}

function compileSegment({ key, matchType, constraints }: SegmentDocument): CompiledSegment {
  return { key, matchType, constraints: constraints.map(compileConstraint) };
}

function compileFlag(flag: FlagDocument, shared: Shared): CompiledFlag {
  const { key, isEnabled } = flag;
  if (flag.type === 'boolean') {
    const rollouts = flag.rollouts.flatMap((rollout) => compileRollout(rollout, shared));
    return { type: 'boolean', key, isEnabled, rollouts };
  }
  const { defaultVariantId } = flag;
  const defaultVariant = defaultVariantId === undefined ? undefined : shared.variants.get(defaultVariantId);
  const rules = flag.rules.flatMap((rule) => compileRule(rule, shared));
  return { type: 'variant', key, isEnabled, defaultVariant, rules };
}

function compileRule(rule: RuleDocument, shared: Shared): CompiledRule[] {
  return compileSelection(rule, shared).map((selection) => ({
    ...selection,
    distributions: compileDistributions(rule.distributions, shared.variants),
  }));
}

function compileRollout({ step }: RolloutDocument, shared: Shared): CompiledRollout[] {
  if (step.type === 'threshold') {
    return [{ type: 'threshold', percent: Math.fround(step.percent), value: step.value }];
  }
  return compileSelection(step, shared).map((selection) => ({
    type: 'segment',
    ...selection,
    value: step.value,
  }));
}

/** One selection, or none when none of its segments is there: then the step takes no part. */
function compileSelection(
  { segmentKeys, segmentOperator }: SegmentSelection,
  { segments: known, selections }: Shared,
): CompiledSelection[] {
  const segments = segmentKeys.flatMap((key) => known.get(key) ?? []);
  if (segments.length === 0) return [];
  const keys = segments.map(({ key }) => key);
  const name = JSON.stringify([segmentOperator, ...keys]);
  const present = selections.get(name);
  if (present !== undefined) return [present];
  const selection = { segments, segmentKeys: Object.freeze(keys), segmentOperator };
  selections.set(name, selection);
  return [selection];
}
