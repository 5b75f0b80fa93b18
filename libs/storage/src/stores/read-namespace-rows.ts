import { type EntityManager, type EntitySchema } from 'typeorm';
import { type NamespaceParts } from '@pennon/domain';
import { compareFlags, type NamespaceRows } from '@pennon/snapshot';
import {
  FlagEntity,
  VariantEntity,
  RolloutEntity,
  RolloutSegmentEntity,
  type RolloutRow,
  DistributionEntity,
  RuleEntity,
  RuleSegmentEntity,
  type RuleRow,
  type SegmentLink,
} from '../entities/flag.entity';
import { ConstraintEntity, SegmentEntity } from '../entities/segment.entity';
import { readPlainly, type Narrowing } from './read-plainly';
import { flagOf } from './flag.store';
import { rolloutOf } from './rollout.store';
import { segmentKeysByOwner } from './segment-links';

/** Rows of flags and of what belongs to them. */
type FlagRows = Omit<NamespaceRows, 'namespace' | keyof SegmentRows>;
/** Rows of segments and of what belongs to them. */
type SegmentRows = Pick<NamespaceRows, 'segments' | 'constraints'>;

/** The rows of rules or rollouts, to which other rows belong. */
type OwnerEntity = EntitySchema<RuleRow> | EntitySchema<RolloutRow>;

const byCreation = ['createdAt', 'id'] as const;
const byRank = ['rank', 'createdAt', 'id'] as const;
const noFlags: FlagRows = { flags: [], variants: [], rules: [], distributions: [], rollouts: [] };
const noLinks: ReadonlyMap<string, readonly string[]> = new Map();
const noSegments: SegmentRows = { segments: [], constraints: [] };

/**
 * What lies in a namespace, with one query per table whatever its size. To be read in one transaction, so that it is of
 * one revision.
 *
 * @param parts Only these flags and segments are read; undefined for all.
 */
export async function readNamespaceRows(
  manager: EntityManager,
  namespaceKey: string,
  parts?: NamespaceParts,
): Promise<FlagRows & SegmentRows> {
  const segments = await readSegments(manager, namespaceKey, parts?.segmentKeys);
  return { ...segments, ...(await readFlags(manager, namespaceKey, parts?.flagKeys)) };
}

async function readSegments(
  manager: EntityManager,
  namespaceKey: string,
  keys: ReadonlySet<string> | undefined,
): Promise<SegmentRows> {
  if (keys?.size === 0) return noSegments;
  return {
    segments: await readPlainly(manager, SegmentEntity, namespaceKey, ['key'], among('key', keys)),
    constraints: await readPlainly(
      manager,
      ConstraintEntity,
      namespaceKey,
      byCreation,
      among('segmentKey', keys),
    ),
  };
}

async function readFlags(
  manager: EntityManager,
  namespaceKey: string,
  keys: ReadonlySet<string> | undefined,
): Promise<FlagRows> {
  if (keys?.size === 0) return noFlags;
  const ofFlags = among('flagKey', keys);
  const ofRules = ofOwners('ruleId', RuleEntity, keys);
  const flags = await readPlainly(manager, FlagEntity, namespaceKey, ['createdAt'], among('key', keys));
  const rules = await readPlainly(manager, RuleEntity, namespaceKey, byRank, ofFlags);
  const hasRules = rules.length > 0;
  const ruleSegments = hasRules
    ? await readLinks(manager, namespaceKey, RuleSegmentEntity, RuleEntity, keys)
    : noLinks;
  const rollouts = await readPlainly(manager, RolloutEntity, namespaceKey, byRank, ofFlags);
  const rolloutSegments =
    rollouts.length > 0
      ? await readLinks(manager, namespaceKey, RolloutSegmentEntity, RolloutEntity, keys)
      : noLinks;
  return {
    // Not left to the database, because engines compare keys in ways of their own.
    flags: flags.map(flagOf).sort(compareFlags),
    variants: await readPlainly(manager, VariantEntity, namespaceKey, byCreation, ofFlags),
    rules: rules.map((row) => ({ ...row, segmentKeys: ruleSegments.get(row.id) ?? [] })),
    distributions: hasRules
      ? await readPlainly(manager, DistributionEntity, namespaceKey, byCreation, ofRules)
      : [],
    rollouts: rollouts.map((row) => rolloutOf(row, rolloutSegments.get(row.id) ?? [])),
  };
}

/** The segment keys of every rule or rollout, in order. @param keys Only of those of these flags; undefined for all. */
async function readLinks(
  manager: EntityManager,
  namespaceKey: string,
  links: EntitySchema<SegmentLink>,
  owners: OwnerEntity,
  keys: ReadonlySet<string> | undefined,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const narrow = ofOwners('ownerId', owners, keys);
  return segmentKeysByOwner(await readPlainly(manager, links, namespaceKey, ['position'], narrow));
}

/** Narrows down to rows that name one of the keys; undefined when all are wanted. */
function among(property: string, keys: ReadonlySet<string> | undefined): Narrowing | undefined {
  if (keys === undefined) return undefined;
  return (query) =>
    query
      .where('row.namespaceKey = :namespaceKey')
      .andWhere(`row.${property} IN (:...keys)`, { keys: [...keys] });
}

/**
 * Narrows down to rows that belong to a rule or rollout of one of the flags; undefined when all are wanted.
 *
 * By their owners alone, whose namespace is theirs: told the namespace too, SQLite looks at all rows of it.
 */
function ofOwners(
  property: string,
  owners: OwnerEntity,
  flagKeys: ReadonlySet<string> | undefined,
): Narrowing | undefined {
  if (flagKeys === undefined) return undefined;
  return (query) => {
    const ids = query
      .subQuery()
      .select('owner.id')
      .from(owners, 'owner')
      .where('owner.namespaceKey = :namespaceKey AND owner.flagKey IN (:...keys)');
    query.where(`row.${property} IN ${ids.getQuery()}`, { keys: [...flagKeys] });
  };
}
