import {
  importParts,
  type ImportChange,
  type ImportMode,
  type NamespaceDocument,
  type NamespaceOutline,
  type NamedContents,
} from '@pennon/document';
import { type NamespaceContents, type NamespaceParts } from '@pennon/domain';

/** All that an import changes in one namespace, in the order in which it is carried out. */
export interface ImportPlan {
  readonly namespaceKey: string;
  readonly changes: readonly ImportChange[];
}

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
  const changes: ImportChange[] = [];
  for (const part of importParts(document, state && outlineOf(state), mode, atOnce)) {
    changes.push(...part.plan(rowsAmong(state, part.reads)));
  }
  return { namespaceKey: document.namespace.key, changes };
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
