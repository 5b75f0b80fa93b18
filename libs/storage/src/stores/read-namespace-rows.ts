import type { EntityManager } from 'typeorm';
import { type NamespaceParts } from '@pennon/domain';
import { compareFlags, type NamespaceRows } from '@pennon/snapshot';
import {
  FlagEntity,
  VariantEntity,
  RolloutEntity,
  RolloutSegmentEntity,
  DistributionEntity,
  RuleEntity,
  RuleSegmentEntity,
} from '../entities/flag.entity';
import { ConstraintEntity, SegmentEntity } from '../entities/segment.entity';
import { creationOrder, rankOrder, RowReading, type Among, type OwnerEntity } from './row-reading';
import { flagOf } from './flag.store';
import { rolloutOf } from './rollout.store';
import { segmentKeysByOwner } from './segment-links';

/** Rows of flags and of what belongs to them. */
type FlagRows = Omit<NamespaceRows, 'namespace' | keyof SegmentRows>;
/** Rows of segments and of what belongs to them. */
type SegmentRows = Pick<NamespaceRows, 'segments' | 'constraints'>;

/**
 * What lies in a namespace, by one statement. To be read in a transaction if more is to be of the same revision.
 *
 * @param parts Only these flags and segments are read; undefined for all.
 * @param reading What else may be wanted.
 */
export async function readNamespaceRows(
  manager: EntityManager,
  namespaceKey: string,
  parts?: NamespaceParts,
  reading = new RowReading(manager, namespaceKey),
): Promise<FlagRows & SegmentRows> {
  const segments = wantSegments(reading, parts?.segmentKeys);
  const flags = wantFlags(reading, parts?.flagKeys);
  await reading.read();
  return { ...segments(), ...flags() };
}

function wantSegments(reading: RowReading, keys: ReadonlySet<string> | undefined): () => SegmentRows {
  if (keys?.size === 0) return () => ({ segments: [], constraints: [] });
  const segments = reading.want(SegmentEntity, ['key'], among('key', keys));
  const constraints = reading.want(ConstraintEntity, creationOrder, among('segmentKey', keys));
  return () => ({ segments: segments.rows, constraints: constraints.rows });
}

function wantFlags(reading: RowReading, keys: ReadonlySet<string> | undefined): () => FlagRows {
  if (keys?.size === 0)
    return () => ({ flags: [], variants: [], rules: [], distributions: [], rollouts: [] });
  const flags = reading.want(FlagEntity, [], among('key', keys));
  const variants = reading.want(VariantEntity, creationOrder, among('flagKey', keys));
  const rules = reading.want(RuleEntity, rankOrder, among('flagKey', keys));
  const rollouts = reading.want(RolloutEntity, rankOrder, among('flagKey', keys));
  const distributions = reading.want(DistributionEntity, creationOrder, among('ruleId', keys, RuleEntity));
  const ruleSegments = reading.want(RuleSegmentEntity, ['position'], among('ownerId', keys, RuleEntity));
  const rolloutSegments = reading.want(
    RolloutSegmentEntity,
    ['position'],
    among('ownerId', keys, RolloutEntity),
  );
  return () => {
    const segmentsOfRules = segmentKeysByOwner(ruleSegments.rows);
    const segmentsOfRollouts = segmentKeysByOwner(rolloutSegments.rows);
    return {
      flags: flags.rows.map(flagOf).sort(compareFlags),
      variants: variants.rows,
      rules: rules.rows.map((row) => ({ ...row, segmentKeys: segmentsOfRules.get(row.id) ?? [] })),
      distributions: distributions.rows,
      rollouts: rollouts.rows.map((row) => rolloutOf(row, segmentsOfRollouts.get(row.id) ?? [])),
    };
  };
}

/** @param keys Undefined when all are wanted. */
function among<Property extends string>(
  property: Property,
  keys: ReadonlySet<string> | undefined,
  owners?: OwnerEntity,
): Among<Property> | undefined {
  return keys && { property, keys, owners };
}
