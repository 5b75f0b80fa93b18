import { type DecidingFlag, segmentsUsedBy } from '@pennon/state';
import { type LastChange } from '@/api/last-changes';
import { type NamespaceIndex } from '@/index';
import { flagFindings } from '@/lib/health/flag-findings';
import { isStaleCandidate } from '@/lib/health/stale';
import { type Flag } from '@/lib/model';
import { type SearchableFlag } from '@/lib/query-language';
import { tagsOf } from '@/lib/tags';

/** What decides about a flag: from the index, or where that is refused from the management API. */
export type FlagSteps = Pick<DecidingFlag, 'rules' | 'rollouts'>;

/** A flag as the list shows it, with what decides about it. */
export interface FlagEntry extends SearchableFlag {
  readonly flag: Flag;
  /** Undefined while what decides is not known, as by an index that does not know the flag yet. */
  readonly contents: DecidingFlag | undefined;
  readonly tags: readonly string[];
  /** What the author of the last change is called; undefined if nothing is known. */
  readonly updatedBy?: string;
}

/**
 * The flags with what decides about them. State, variants and default variant are those of the management API: the
 * index may lag behind a write.
 *
 * @param staleSince Flags that were not changed since may be stale; RFC 3339.
 * @param changes The last changes by key. A flag's own `updatedAt` knows nothing of its rules, rollouts and segments.
 */
export function entriesOf(
  flags: readonly Flag[],
  index: NamespaceIndex | undefined,
  staleSince: string,
  changes?: ReadonlyMap<string, LastChange>,
): readonly FlagEntry[] {
  return flags.map((flag) => {
    const entry = withChange(entryOf(flag, index?.flag(flag.key)), changes?.get(flag.key));
    return index === undefined ? entry : { ...entry, findings: findingsOf(entry, index, staleSince) };
  });
}

function withChange(entry: FlagEntry, change: LastChange | undefined): FlagEntry {
  if (change === undefined) return entry;
  return { ...entry, updatedAt: change.at, ...(change.by !== '' && { updatedBy: change.by }) };
}

/** Kinds of findings, for the filter `health:`; `any` is among them when there are some. */
function findingsOf(
  entry: FlagEntry,
  { knownSegments: segments }: NamespaceIndex,
  staleSince: string,
): readonly string[] {
  const { contents } = entry;
  if (contents === undefined) return [];
  const kinds = new Set<string>(flagFindings(contents, segments).map(({ kind }) => kind));
  if (isStaleCandidate({ ...entry, ...contents }, segments, staleSince)) kinds.add('stale');
  return kinds.size === 0 ? [] : [...kinds, 'any'];
}

/** One flag, without findings: they need more than the flag. */
export function entryOf(flag: Flag, steps: FlagSteps | undefined): FlagEntry {
  const { rules = [], rollouts = [] } = steps ?? {};
  return {
    ...flag,
    segmentKeys: segmentsUsedBy({ rules, rollouts }),
    ruleCount: rules.length,
    rolloutCount: rollouts.length,
    findings: [],
    flag,
    contents: steps && { ...flag, rules, rollouts },
    tags: tagsOf(flag.metadata),
  };
}

/** How many rules or rollouts decide about a flag; undefined where that is not known. */
export function stepCount({ type, contents, ruleCount, rolloutCount }: FlagEntry): number | undefined {
  if (contents === undefined) return undefined;
  return type === 'variant' ? ruleCount : rolloutCount;
}
