import {
  changesOf,
  importParts,
  type ImportChange,
  type ImportMode,
  type NamespaceDocument,
  type NamespaceOutline,
  type NamedContents,
  type Planned,
} from '@pennon/document';
import { type NamespaceContents, type NamespaceParts } from '@pennon/domain';
import type { NewRows } from '@pennon/state';
import { timesAfter } from '../builders/moments';

/** All that an import changes in one namespace. */
export interface ImportPlan {
  readonly namespaceKey: string;
  /** In the order in which it is carried out. */
  readonly planned: readonly Planned[];
  /** What is told of it. */
  readonly changes: readonly ImportChange[];
}

/** Counts everything that plans create: ids differ, and the creation order is that of the times. */
let created = 0;

const rows: NewRows = {
  id: () => `planned-${created++}`,
  now: () => timesAfter(created++).createdAt,
  author: 'planner',
};

/**
 * The whole plan of an import, as an importer makes it of a database, of plain rows.
 *
 * @param atOnce Flags, or segments, of one part.
 */
export function planImport(
  document: NamespaceDocument,
  state: NamedContents | undefined,
  mode: ImportMode,
  atOnce?: number,
): ImportPlan {
  const planned: Planned[] = [];
  for (const part of importParts(document, state && outlineOf(state), mode, atOnce)) {
    planned.push(...part.plan(rowsAmong(state, part.reads), rows));
  }
  return { namespaceKey: document.namespace.key, planned, changes: planned.flatMap(changesOf) };
}

function outlineOf({ namespace, flags, segments }: NamedContents): NamespaceOutline {
  return {
    namespace,
    flagKeys: flags.map(({ key }) => key),
    segmentKeys: segments.map(({ key }) => key),
  };
}

/** The rows of some flags and segments, and nothing else: a plan must not need more than it asks for. */
function rowsAmong(
  state: NamedContents | undefined,
  { flagKeys, segmentKeys }: NamespaceParts,
): NamespaceContents {
  const ofFlags = <Row extends { readonly flagKey: string }>(rows: readonly Row[] = []): readonly Row[] =>
    rows.filter(({ flagKey }) => flagKeys.has(flagKey));
  const rules = ofFlags(state?.rules);
  const ruleIds = new Set(rules.map(({ id }) => id));
  return {
    flags: state?.flags.filter(({ key }) => flagKeys.has(key)) ?? [],
    variants: ofFlags(state?.variants),
    rules,
    distributions: state?.distributions.filter(({ ruleId }) => ruleIds.has(ruleId)) ?? [],
    rollouts: ofFlags(state?.rollouts),
    segments: state?.segments.filter(({ key }) => segmentKeys.has(key)) ?? [],
    constraints: state?.constraints.filter(({ segmentKey }) => segmentKeys.has(segmentKey)) ?? [],
  };
}
