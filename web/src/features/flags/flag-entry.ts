import { type Flag } from '@/api/types';
import { type NamespaceIndex } from '@/index';
import { type AudienceFlag } from '@/lib/audience';
import { type SearchableFlag } from '@/lib/query-language';
import { flagFindings } from '@/lib/health/flag-findings';
import { isStaleCandidate } from '@/lib/health/stale';
import { tagsOf } from '@/lib/tags';

/** What decides about a flag: from the index, or where that is refused from the management API. */
export type FlagSteps = Pick<AudienceFlag, 'rules' | 'rollouts'>;

/** A flag as the list shows it, with what decides about it. */
export interface FlagEntry extends SearchableFlag {
  readonly flag: Flag;
  /** Undefined while what decides is not known, as by an index that does not know the flag yet. */
  readonly contents: AudienceFlag | undefined;
  readonly tags: readonly string[];
}

/**
 * The flags with what decides about them. State, variants and default variant are those of the management API: the
 * index may lag behind a write.
 *
 * @param staleSince Flags that were not changed since may be stale; RFC 3339.
 */
export function entriesOf(
  flags: readonly Flag[],
  index: NamespaceIndex | undefined,
  staleSince: string,
): readonly FlagEntry[] {
  return flags.map((flag) => {
    const entry = entryOf(flag, index?.flag(flag.key));
    return index === undefined ? entry : { ...entry, findings: findingsOf(entry, index, staleSince) };
  });
}

/** Kinds of findings, for the filter `health:`; `any` is among them when there are some. */
function findingsOf(entry: FlagEntry, { segments }: NamespaceIndex, staleSince: string): readonly string[] {
  const { contents } = entry;
  if (contents === undefined) return [];
  const kinds = new Set<string>(flagFindings(contents, segments).map(({ kind }) => kind));
  if (isStaleCandidate({ ...entry, contents }, segments, staleSince)) kinds.add('stale');
  return kinds.size === 0 ? [] : [...kinds, 'any'];
}

/** One flag, without findings: they need more than the flag. */
export function entryOf(flag: Flag, steps: FlagSteps | undefined): FlagEntry {
  const { rules = [], rollouts = [] } = steps ?? {};
  const { key, name, description, type, enabled, off, metadata, createdAt, updatedAt } = flag;
  return {
    key,
    name,
    description,
    type,
    enabled,
    off,
    metadata,
    createdAt,
    updatedAt,
    segmentKeys: [
      ...rules.flatMap(({ segmentKeys }) => segmentKeys),
      ...rollouts.flatMap((rollout) =>
        rollout.type === 'SEGMENT_ROLLOUT_TYPE' ? rollout.segment.segmentKeys : [],
      ),
    ],
    ruleCount: rules.length,
    rolloutCount: rollouts.length,
    findings: [],
    flag,
    contents: steps && { flag, rules, rollouts },
    tags: tagsOf(metadata),
  };
}

/** How many rules or rollouts decide about a flag; undefined where that is not known. */
export function stepCount({ type, contents, ruleCount, rolloutCount }: FlagEntry): number | undefined {
  if (contents === undefined) return undefined;
  return type === 'VARIANT_FLAG_TYPE' ? ruleCount : rolloutCount;
}
