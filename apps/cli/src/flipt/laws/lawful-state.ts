import type { NamedContents } from '@pennon/document';
import { quote } from '@pennon/domain';
import type { FliptRows } from '../rows/namespace-rows';
import { lawfulFlags } from './lawful-flags';
import { lawfulRollouts, lawfulRules } from './lawful-rules';
import { lawfulSegments } from './lawful-segments';
import type { Omissions } from './omissions';

/** Tells of rows that belong to a flag or segment that is not there: no document can say them. */
function reportOrphans(rows: FliptRows, omissions: Omissions): void {
  const flagKeys = new Set(rows.flags.map(({ key }) => key));
  const segmentKeys = new Set(rows.segments.map(({ key }) => key));
  const ofFlags = { variant: rows.variants, rule: rows.rules, rollout: rows.rollouts };
  for (const [noun, owned] of Object.entries(ofFlags)) {
    for (const { flag_key: key } of owned.filter((row) => !flagKeys.has(row.flag_key))) {
      omissions.add(`a ${noun} of flag ${quote(key)} is left out: there is no such flag`);
    }
  }
  for (const { segment_key: key } of rows.constraints.filter((row) => !segmentKeys.has(row.segment_key))) {
    omissions.add(`a constraint of segment ${quote(key)} is left out: there is no such segment`);
  }
}

/**
 * The rows of a namespace of Flipt as rows of Pennon. What Pennon's laws refuse is left out, and is among the
 * omissions; a name that is missing is the key.
 */
export function lawfulState(
  namespace: NamedContents['namespace'],
  rows: FliptRows,
  omissions: Omissions,
): NamedContents {
  const { key } = namespace;
  const segments = lawfulSegments(key, rows, omissions);
  const flags = lawfulFlags(key, rows, omissions);
  const kept = {
    flagKeys: new Set(flags.flags.map((flag) => flag.key)),
    segmentKeys: new Set(segments.segments.map((segment) => segment.key)),
    variantOwners: new Map(flags.variants.map(({ id, flagKey }) => [id, flagKey])),
  };
  reportOrphans(rows, omissions);
  const rules = lawfulRules(key, rows, kept, omissions);
  const rollouts = lawfulRollouts(key, rows, kept, omissions);
  return { namespace, ...segments, ...flags, ...rules, rollouts };
}
