import { type EntityManager } from 'typeorm';
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
import { DistributionEntity, RuleEntity, RuleSegmentEntity } from './entities/rule.entity';
import { ConstraintEntity, SegmentEntity } from './entities/segment.entity';
import { flagOf } from './stores/flag.store';
import { rolloutOf } from './stores/rollout.store';
import { SegmentLinks } from './stores/segment-links';

const byCreation = { createdAt: 'ASC', id: 'ASC' } as const;
const byRank = { rank: 'ASC', createdAt: 'ASC', id: 'ASC' } as const;

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
  const where = { namespaceKey };
  const flags = await manager.find(FlagEntity, { where, order: { createdAt: 'ASC', key: 'ASC' } });
  const ruleSegments = await new SegmentLinks(manager, RuleSegmentEntity).ofNamespace(namespaceKey);
  const rules = await manager.find(RuleEntity, { where, order: byRank });
  const rolloutSegments = await new SegmentLinks(manager, RolloutSegmentEntity).ofNamespace(namespaceKey);
  const rollouts = await manager.find(RolloutEntity, { where, order: byRank });
  return {
    namespace,
    flags: flags.map(flagOf),
    variants: await manager.find(VariantEntity, { where, order: byCreation }),
    segments: await manager.find(SegmentEntity, { where }),
    constraints: await manager.find(ConstraintEntity, { where, order: byCreation }),
    rules: rules.map((row) => ({ ...row, segmentKeys: ruleSegments.get(row.id) ?? [] })),
    distributions: await manager.find(DistributionEntity, { where, order: byCreation }),
    rollouts: rollouts.map((row) => rolloutOf(row, rolloutSegments.get(row.id) ?? [])),
  };
}
