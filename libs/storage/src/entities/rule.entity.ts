import { EntitySchema } from 'typeorm';
import { type Distribution, type Rule } from '@pennon/domain';
import { id, integer, key, percent, timestamps, word } from './columns';

/** A rule without its segments, which lie in a table of their own. */
export type RuleRow = Omit<Rule, 'segmentKeys'>;

export const RuleEntity = new EntitySchema<RuleRow>({
  name: 'Rule',
  tableName: 'rules',
  columns: {
    id: { ...id('id'), primary: true },
    namespaceKey: key('namespace_key'),
    flagKey: key('flag_key'),
    rank: integer('rank'),
    segmentOperator: word('segment_operator'),
    ...timestamps,
  },
});

/** One segment of a rule or rollout. */
export interface SegmentLink {
  /** Id of the rule or rollout. */
  readonly ownerId: string;
  readonly namespaceKey: string;
  readonly segmentKey: string;
  /** Place in the list of segments, 0-based. */
  readonly position: number;
}

export const RuleSegmentEntity = new EntitySchema<SegmentLink>({
  name: 'RuleSegment',
  tableName: 'rule_segments',
  columns: {
    ownerId: { ...id('rule_id'), primary: true },
    segmentKey: { ...key('segment_key'), primary: true },
    namespaceKey: key('namespace_key'),
    position: integer('position'),
  },
});

/** A distribution with its namespace, by which snapshots read it. */
export interface DistributionRow extends Distribution {
  readonly namespaceKey: string;
}

export const DistributionEntity = new EntitySchema<DistributionRow>({
  name: 'Distribution',
  tableName: 'distributions',
  columns: {
    id: { ...id('id'), primary: true },
    namespaceKey: key('namespace_key'),
    ruleId: id('rule_id'),
    variantId: id('variant_id'),
    rolloutPercent: percent('rollout'),
    ...timestamps,
  },
});
