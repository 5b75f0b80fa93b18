import { type NamespaceState } from '@pennon/document';
import { type FliptRows } from '../rows/namespace-rows';
import { lawfulFlags } from './lawful-flags';
import { lawfulRollouts } from './lawful-rollouts';
import { lawfulRules } from './lawful-rules';
import { lawfulSegments } from './lawful-segments';
import { type Omissions } from './omissions';
import { reportOrphans } from './report-orphans';

/**
 * The rows of a namespace of Flipt as rows of Pennon. What Pennon's laws refuse is left out, and is among the
 * omissions; a name that is missing is the key.
 */
export function lawfulState(
  namespace: NamespaceState['namespace'],
  rows: FliptRows,
  omissions: Omissions,
): NamespaceState {
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
