import { comparisonTypes, flagTypes, matchTypes, rolloutTypes, segmentOperators } from '@pennon/domain';
import { inOrder, type RowOf, type RowReader } from './row-reader';

/** What is read of each table. Source: the migrations of Flipt v1. */
const columns = {
  flags: {
    key: 'text',
    name: 'text',
    description: 'text',
    enabled: 'boolean',
    type: 'integer',
    metadata: 'optionalText',
    default_variant_id: 'text',
    created_at: 'moment',
  },
  variants: {
    id: 'text',
    flag_key: 'text',
    key: 'text',
    name: 'text',
    description: 'text',
    attachment: 'optionalText',
    created_at: 'moment',
  },
  segments: { key: 'text', name: 'text', description: 'text', match_type: 'integer', created_at: 'moment' },
  constraints: {
    segment_key: 'text',
    type: 'integer',
    property: 'text',
    operator: 'text',
    value: 'text',
    description: 'text',
    created_at: 'moment',
  },
  rules: {
    id: 'text',
    flag_key: 'text',
    rank: 'integer',
    segment_operator: 'integer',
    segment_key: 'text',
    created_at: 'moment',
  },
  ruleSegments: { rule_id: 'text', segment_key: 'text' },
  distributions: { rule_id: 'text', variant_id: 'text', rollout: 'float', created_at: 'moment' },
  rollouts: {
    id: 'text',
    flag_key: 'text',
    type: 'integer',
    description: 'text',
    rank: 'integer',
    created_at: 'moment',
  },
  thresholds: { rollout_id: 'text', percentage: 'float', value: 'boolean' },
  rolloutSegments: {
    id: 'text',
    rollout_id: 'text',
    value: 'boolean',
    segment_operator: 'integer',
    segment_key: 'text',
  },
  rolloutReferences: { rollout_segment_id: 'text', segment_key: 'text' },
} as const;

type Tables = typeof columns;

/** All rows of a namespace as Flipt has them: in creation order, rules and rollouts by rank. */
export type FliptRows = { readonly [Table in keyof Tables]: readonly RowOf<Tables[Table]>[] };

export type FlagRow = FliptRows['flags'][number];
export type VariantRow = FliptRows['variants'][number];
export type SegmentRow = FliptRows['segments'][number];
export type ConstraintRow = FliptRows['constraints'][number];
export type RuleRow = FliptRows['rules'][number];
export type RolloutRow = FliptRows['rollouts'][number];
export type RolloutSegmentRow = FliptRows['rolloutSegments'][number];

/** Reads a namespace with one query per table, whatever its size. */
export async function readNamespaceRows(reader: RowReader, namespaceKey: string): Promise<FliptRows> {
  const flags = await reader.ofNamespace(namespaceKey, 'flags', columns.flags);
  const variants = await reader.ofNamespace(namespaceKey, 'variants', columns.variants);
  const segments = await reader.ofNamespace(namespaceKey, 'segments', columns.segments);
  const constraints = await reader.ofNamespace(namespaceKey, 'constraints', columns.constraints);
  const rules = await reader.ofNamespace(namespaceKey, 'rules', columns.rules);
  const ofRule = { table: 'rules', column: 'rule_id' };
  const distributions = await reader.ofNamespace(
    namespaceKey,
    'distributions',
    columns.distributions,
    ofRule,
  );
  const rollouts = await reader.ofNamespace(namespaceKey, 'rollouts', columns.rollouts);
  const ofRollout = { table: 'rollouts', column: 'rollout_id' };
  const thresholds = await reader.ofNamespace(
    namespaceKey,
    'rollout_thresholds',
    columns.thresholds,
    ofRollout,
  );
  const rolloutSegments = await reader.ofNamespace(
    namespaceKey,
    'rollout_segments',
    columns.rolloutSegments,
    ofRollout,
  );
  return {
    flags: inOrder(flags),
    variants: inOrder(variants),
    segments: inOrder(segments),
    constraints: inOrder(constraints),
    rules: inOrder(rules),
    ruleSegments: await readRuleSegments(reader, namespaceKey, rules),
    distributions: inOrder(distributions),
    rollouts: inOrder(rollouts),
    thresholds,
    rolloutSegments,
    rolloutReferences: await readRolloutReferences(reader, namespaceKey, rolloutSegments),
  };
}

/** Once a rule had one segment, in a column of its own. */
async function readRuleSegments(
  reader: RowReader,
  namespaceKey: string,
  rules: readonly RuleRow[],
): Promise<FliptRows['ruleSegments']> {
  if (!reader.schema.hasTable('rule_segments')) {
    return rules.map(({ id, segment_key }) => ({ rule_id: id, segment_key }));
  }
  const owner = { table: 'rules', column: 'rule_id' };
  return reader.ofNamespace(namespaceKey, 'rule_segments', columns.ruleSegments, owner);
}

/**
 * As {@link readRuleSegments}; what these rows belong to has no namespace itself, and theirs is that of the segment.
 */
async function readRolloutReferences(
  reader: RowReader,
  namespaceKey: string,
  rolloutSegments: readonly RolloutSegmentRow[],
): Promise<FliptRows['rolloutReferences']> {
  const table = 'rollout_segment_references';
  if (!reader.schema.hasTable(table)) {
    return rolloutSegments.map(({ id, segment_key }) => ({ rollout_segment_id: id, segment_key }));
  }
  return reader.ofNamespace(namespaceKey, table, columns.rolloutReferences);
}

/** What the numbers stand for that Flipt stores. */
export const wordsOf = {
  flagType: words(flagTypes, 0),
  matchType: words(matchTypes, 0),
  segmentOperator: words(segmentOperators, 0),
  // 0 is the type that nobody knows.
  comparisonType: words(comparisonTypes, 1),
  rolloutType: words(rolloutTypes, 1),
} as const;

/** The word for a number; undefined for one that stands for nothing. Schemas that lack the column mean the first. */
function words<T extends string>(known: readonly T[], first: 0 | 1): (number: number) => T | undefined {
  return (number) => known[(Number.isNaN(number) ? first : number) - first];
}

/** The times of rows that only become a document, which has none; their order is kept by the lists. */
export const someTimes = { createdAt: 0, updatedAt: 0 } as const;
