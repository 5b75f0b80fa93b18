import { type EntityManager, type EntitySchema } from 'typeorm';
import { type Namespace } from '@pennon/domain';
import {
  buildSnapshotDocument,
  SnapshotSource,
  type NamespaceRevision,
  type NamespaceRows,
  type SnapshotDocument,
} from '@pennon/snapshot';
import { type Database } from './database';
import { FlagEntity, VariantEntity } from './entities/flag.entity';
import { NamespaceEntity } from './entities/namespace.entity';
import { RolloutEntity, RolloutSegmentEntity } from './entities/rollout.entity';
import { DistributionEntity, RuleEntity, RuleSegmentEntity, type SegmentLink } from './entities/rule.entity';
import { ConstraintEntity, SegmentEntity } from './entities/segment.entity';
import { readPlainly } from './read-plainly';
import { flagOf } from './stores/flag.store';
import { rolloutOf } from './stores/rollout.store';
import { segmentKeysByOwner } from './stores/segment-links';

const byCreation = ['createdAt', 'id'] as const;
const byRank = ['rank', 'createdAt', 'id'] as const;

/** Snapshot documents from the database: one query per table, whatever the size of the namespace. */
export class DatabaseSnapshotSource extends SnapshotSource {
  constructor(private readonly database: Database) {
    super();
  }

  async load(namespaceKey: string): Promise<SnapshotDocument | undefined> {
    const rows = await this.database.read(async (manager) => {
      const namespace = await manager.findOneBy(NamespaceEntity, { key: namespaceKey });
      return namespace === null ? undefined : readRows(manager, namespace);
    });
    return rows && buildSnapshotDocument(rows);
  }

  async list(): Promise<readonly NamespaceRevision[]> {
    const rows = await this.database.read((manager) =>
      manager.find(NamespaceEntity, { select: { key: true, revision: true } }),
    );
    return rows.map(({ key, revision }) => ({ namespaceKey: key, revision }));
  }
}

async function readRows(manager: EntityManager, namespace: Namespace): Promise<NamespaceRows> {
  const namespaceKey = namespace.key;
  const flags = await readPlainly(manager, FlagEntity, namespaceKey, ['createdAt', 'key']);
  const rules = await readPlainly(manager, RuleEntity, namespaceKey, byRank);
  const ruleSegments = await readLinks(manager, RuleSegmentEntity, namespaceKey);
  const rollouts = await readPlainly(manager, RolloutEntity, namespaceKey, byRank);
  const rolloutSegments = await readLinks(manager, RolloutSegmentEntity, namespaceKey);
  return {
    namespace,
    flags: flags.map(flagOf),
    variants: await readPlainly(manager, VariantEntity, namespaceKey, byCreation),
    segments: await readPlainly(manager, SegmentEntity, namespaceKey, ['key']),
    constraints: await readPlainly(manager, ConstraintEntity, namespaceKey, byCreation),
    rules: rules.map((row) => ({ ...row, segmentKeys: ruleSegments.get(row.id) ?? [] })),
    distributions: await readPlainly(manager, DistributionEntity, namespaceKey, byCreation),
    rollouts: rollouts.map((row) => rolloutOf(row, rolloutSegments.get(row.id) ?? [])),
  };
}

/** The segment keys of every rule or rollout of the namespace, in order. */
async function readLinks(
  manager: EntityManager,
  entity: EntitySchema<SegmentLink>,
  namespaceKey: string,
): Promise<ReadonlyMap<string, readonly string[]>> {
  return segmentKeysByOwner(await readPlainly(manager, entity, namespaceKey, ['position']));
}
