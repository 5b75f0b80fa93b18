import { InvalidArgumentError, quote, type SegmentSelection } from '@pennon/domain';
import { type DocumentFlag, type NamespaceDocument } from '../document';
import { type NamespaceState } from '../namespace-state';
import { indexState, type StateIndex, type StoredFlag } from '../state-index';
import { eachInSteps, flatMapInSteps, runSteps, type Steps } from '../steps';
import { fieldChanges } from './field-changes';
import { type ImportChange, type ImportMode, type ImportPlan, type NamespaceChange } from './import-plan';
import { planFlag } from './plan-flag';
import { planSegment } from './plan-segment';

/**
 * What is to be changed in a namespace so that it is what the document says. Nothing, when it is that already.
 *
 * Several documents of one namespace are to be merged first when pruning. Never plans to delete a namespace. Linear in
 * the sizes of document and state.
 *
 * @param state The namespace as it is; undefined when there is none.
 * @throws InvalidArgumentError if a flag to be written looks at a segment that neither the document nor, unless it is
 *   pruned, the state has.
 */
export function planImport(
  document: NamespaceDocument,
  state: NamespaceState | undefined,
  mode: ImportMode,
): ImportPlan {
  return runSteps(planningOf(document, state, mode));
}

/** {@link planImport} in steps, where others are to have their turn. */
export function* planningOf(
  document: NamespaceDocument,
  state: NamespaceState | undefined,
  mode: ImportMode,
): Steps<ImportPlan> {
  const index: StateIndex = state === undefined ? { flags: [], segments: [] } : yield* indexState(state);
  const flags = yield* planFlags(document, index, mode);
  yield* assertSegmentsKnown(flags.written, document, index, mode);
  const segments = yield* planSegments(document, index, mode);
  const deletions = yield* deleteSegments(document, index, mode, flags.untouched);
  return {
    namespaceKey: document.namespace.key,
    changes: [...planNamespace(document, state, mode), ...segments, ...flags.changes, ...deletions],
  };
}

function planNamespace(
  { namespace: { key, name, description } }: NamespaceDocument,
  state: NamespaceState | undefined,
  mode: ImportMode,
): readonly NamespaceChange[] {
  if (state === undefined) {
    return [{ kind: 'namespace', action: 'create', key, name: name ?? key, description: description ?? '' }];
  }
  if (mode.existing === 'skip') return [];
  const from = state.namespace;
  const to = { name: name ?? from.name, description: description ?? from.description };
  const fields = fieldChanges<typeof to>(from, to, ['name', 'description']);
  return fields.length === 0 ? [] : [{ kind: 'namespace', action: 'update', key, fields, to }];
}

function* planSegments(
  document: NamespaceDocument,
  index: StateIndex,
  mode: ImportMode,
): Steps<readonly ImportChange[]> {
  const present = byKey(index.segments);
  return yield* flatMapInSteps(document.segments, (segment): readonly ImportChange[] => {
    const row = present.get(segment.key);
    if (row === undefined) return [{ kind: 'segment', action: 'create', key: segment.key, segment }];
    return mode.existing === 'skip' ? [] : planSegment(row, segment);
  });
}

/** What happens to the flags. */
interface FlagsPlan {
  readonly changes: readonly ImportChange[];
  /** Flags of the document that are created or become what it says. */
  readonly written: readonly DocumentFlag[];
  /** Flags that stay whatever the document says. */
  readonly untouched: readonly StoredFlag[];
}

function* planFlags(document: NamespaceDocument, index: StateIndex, mode: ImportMode): Steps<FlagsPlan> {
  const present = byKey(index.flags);
  const wanted = byKey(document.flags);
  const written = document.flags.filter(({ key }) => mode.existing === 'update' || !present.has(key));
  const writtenKeys = byKey(written);
  const lacking = mode.prune ? index.flags.filter(({ key }) => !wanted.has(key)) : [];
  const lackingKeys = byKey(lacking);
  const deletions = lacking.map(({ key }) => ({ kind: 'flag', action: 'delete', key }) as const);
  const writes = yield* flatMapInSteps(written, (flag): readonly ImportChange[] => {
    const row = present.get(flag.key);
    if (row === undefined) return [{ kind: 'flag', action: 'create', key: flag.key, flag }];
    return planFlag(row, flag, mode.prune);
  });
  return {
    changes: [...deletions, ...writes],
    written,
    untouched: index.flags.filter(({ key }) => !writtenKeys.has(key) && !lackingKeys.has(key)),
  };
}

/** Segments that a flag goes on looking at stay, whatever the document lacks. */
function* deleteSegments(
  document: NamespaceDocument,
  index: StateIndex,
  mode: ImportMode,
  untouched: readonly StoredFlag[],
): Steps<readonly ImportChange[]> {
  if (!mode.prune) return [];
  const used = yield* flatMapInSteps(untouched, segmentsUsedBy);
  const kept = new Set([...document.segments.map(({ key }) => key), ...used]);
  return index.segments
    .filter(({ key }) => !kept.has(key))
    .map(({ key }) => ({ kind: 'segment', action: 'delete', key }));
}

function* assertSegmentsKnown(
  written: readonly DocumentFlag[],
  document: NamespaceDocument,
  index: StateIndex,
  mode: ImportMode,
): Steps<void> {
  const known = new Set(document.segments.map(({ key }) => key));
  if (!mode.prune) for (const { key } of index.segments) known.add(key);
  yield* eachInSteps(written, (flag) => {
    const unknown = segmentsUsedBy(flag).find((key) => !known.has(key));
    if (unknown === undefined) return;
    throw new InvalidArgumentError(`flag ${quote(flag.key)} looks at the unknown segment ${quote(unknown)}`);
  });
}

function segmentsUsedBy({
  rules,
  rollouts,
}: {
  readonly rules: readonly SegmentSelection[];
  readonly rollouts: DocumentFlag['rollouts'];
}): readonly string[] {
  return [
    ...rules.flatMap(({ segmentKeys }) => segmentKeys),
    ...rollouts.flatMap(({ step }) => (step.type === 'segment' ? step.segmentKeys : [])),
  ];
}

function byKey<T extends { readonly key: string }>(items: readonly T[]): ReadonlyMap<string, T> {
  return new Map(items.map((item) => [item.key, item]));
}
