import { In, type EntityManager, type EntitySchema } from 'typeorm';
import {
  type Instant,
  type NamespaceContents,
  type NamespaceParts,
  type Segment,
  type Variant,
} from '@pennon/domain';
import {
  FlagEntity,
  VariantEntity,
  RolloutEntity,
  DistributionEntity,
  RuleEntity,
} from '../entities/flag.entity';
import { NamespaceEntity } from '../entities/namespace.entity';
import { ConstraintEntity, SegmentEntity } from '../entities/segment.entity';
import { byCreation } from './find-options';
import { readNamespaceRows } from './read-namespace-rows';
import { RowReading } from './row-reading';

/** A row of something that has a key. */
interface Keyed {
  readonly namespaceKey: string;
  readonly key: string;
  readonly createdAt: Instant;
}

/** All that is created in a namespace. */
const created = [
  FlagEntity,
  VariantEntity,
  SegmentEntity,
  ConstraintEntity,
  RuleEntity,
  DistributionEntity,
  RolloutEntity,
] as const;

/** A store whose rows are read along with the contents, because a write wants both. */
export interface ReadAlong {
  /** @returns To be called when the rows have been read. */
  readAlong(reading: RowReading, namespaceKey: string): () => void;
}

/** Everything in a namespace, with one query per table. */
export class ContentsStore {
  constructor(
    private readonly manager: EntityManager,
    private readonly others: readonly ReadAlong[],
  ) {}

  /**
   * What lies in the namespace; nothing when there is none. Flags, segments, variants, constraints and distributions
   * come in creation order, rules and rollouts by rank. Variants of other flags to which rules distribute come last.
   *
   * @param parts Only these flags and segments are read; undefined for all.
   */
  async read(namespaceKey: string, parts?: NamespaceParts): Promise<NamespaceContents> {
    const reading = new RowReading(this.manager, namespaceKey);
    const keeps = this.others.map((other) => other.readAlong(reading, namespaceKey));
    const read = await readNamespaceRows(this.manager, namespaceKey, parts, reading);
    for (const keep of keeps) keep();
    const { segments, variants, ...others } = read;
    const borrowed = await this.borrowed(namespaceKey, { variants, ...others });
    return { ...others, variants: [...variants, ...borrowed], segments: segments.toSorted(compareCreation) };
  }

  /** Variants to which rules distribute, and that are not among those read. */
  private async borrowed(
    namespaceKey: string,
    { variants, distributions }: Pick<NamespaceContents, 'variants' | 'distributions'>,
  ): Promise<readonly Variant[]> {
    const read = new Set(variants.map(({ id }) => id));
    const ids = new Set(distributions.map(({ variantId }) => variantId).filter((id) => !read.has(id)));
    if (ids.size === 0) return [];
    return this.manager.find(VariantEntity, { where: { namespaceKey, id: In([...ids]) }, order: byCreation });
  }

  /** The keys of all flags and segments, in creation order. */
  async keys(
    namespaceKey: string,
  ): Promise<{ readonly flagKeys: readonly string[]; readonly segmentKeys: readonly string[] }> {
    return {
      flagKeys: await this.keysOf(FlagEntity, namespaceKey),
      segmentKeys: await this.keysOf(SegmentEntity, namespaceKey),
    };
  }

  /** When the last thing in the namespace was created; 0 when there is none. */
  async latestCreation(namespaceKey: string): Promise<Instant> {
    const query = this.manager
      .createQueryBuilder(NamespaceEntity, 'namespace')
      .select([])
      .where('namespace.key = :namespaceKey', { namespaceKey });
    for (const [index, entity] of created.entries()) {
      query.addSelect(
        (latest) =>
          latest
            .select('MAX(row.createdAt)')
            .from<Pick<Keyed, 'namespaceKey' | 'createdAt'>>(entity, 'row')
            .where('row.namespaceKey = :namespaceKey'),
        `latest${index}`,
      );
    }
    const moments = (await query.getRawOne<Readonly<Record<string, number | string | null>>>()) ?? {};
    return Math.max(0, ...Object.values(moments).map(Number));
  }

  private async keysOf(entity: EntitySchema<Keyed>, namespaceKey: string): Promise<readonly string[]> {
    const rows = await this.manager
      .createQueryBuilder(entity, 'row')
      .select('row.key', 'key')
      .addSelect('row.createdAt', 'createdAt')
      .where('row.namespaceKey = :namespaceKey', { namespaceKey })
      .getRawMany<{ readonly key: string; readonly createdAt: number | string }>();
    return rows
      .map(({ key, createdAt }) => ({ key, createdAt: Number(createdAt) }))
      .sort(compareCreation)
      .map(({ key }) => key);
  }
}

/** Not left to the database, because engines compare keys in ways of their own. */
function compareCreation(
  left: Pick<Segment, 'key' | 'createdAt'>,
  right: Pick<Segment, 'key' | 'createdAt'>,
): number {
  return left.createdAt - right.createdAt || (left.key < right.key ? -1 : 1);
}
