import { type EntityManager } from 'typeorm';
import {
  cutPage,
  FailedPreconditionError,
  type Flag,
  type FlagOff,
  type FlagWithVariants,
  groupBy,
  inPieces,
  type JsonObject,
  type Page,
  type PageRequest,
  quote,
  type Variant,
} from '@pennon/domain';
import {
  DistributionEntity,
  FlagEntity,
  type FlagRow,
  RuleEntity,
  VariantEntity,
} from '../entities/flag.entity';
import { type FlagSearch, type FoundFlag, searchFlags } from './flag-search';
import { creationOrder, RowReading } from './row-reading';
import { deleteIds, deleteKeys, type RowWriting } from './write-rows';

/** Flags and, with them, their variants. */
export class FlagStore {
  constructor(
    private readonly manager: EntityManager,
    private readonly writing: RowWriting,
  ) {}

  /** The flag with its variants, or undefined. One statement. */
  async find(namespaceKey: string, key: string): Promise<FlagWithVariants | undefined> {
    const reading = new RowReading(this.manager, namespaceKey);
    const keys = new Set([key]);
    const flags = reading.want(FlagEntity, [], { property: 'key', keys });
    const variants = reading.want(VariantEntity, creationOrder, { property: 'flagKey', keys });
    await reading.read();
    const [row] = flags.rows;
    return row && { ...flagOf(row), variants: variants.rows };
  }

  /** True if the flag exists. */
  async exists(namespaceKey: string, key: string): Promise<boolean> {
    return this.manager.existsBy(FlagEntity, { namespaceKey, key });
  }

  /** A page of flags in creation order. One statement. */
  async list(namespaceKey: string, page: PageRequest): Promise<Page<FlagWithVariants>> {
    const reading = new RowReading(this.manager, namespaceKey);
    const flags = reading.wantPage(FlagEntity, page);
    const variants = reading.wantOfPage(VariantEntity, creationOrder, 'flagKey', flags);
    await reading.read();
    const { items, totalCount, next } = cutPage(flags.rows, page, flags.total, ({ key }) => key);
    const byFlag = groupBy(variants.rows, ({ flagKey }) => flagKey);
    const withVariants = items.map((row) => ({ ...flagOf(row), variants: byFlag.get(row.key) ?? [] }));
    return { items: withVariants, totalCount, next };
  }

  /** Flags of several namespaces, as {@link searchFlags} finds them. */
  async search(search: FlagSearch): Promise<readonly FoundFlag[]> {
    return searchFlags(this.manager, search);
  }

  /** Adds many flags. */
  async createAll(flags: readonly Flag[]): Promise<void> {
    await this.writing.insert(FlagEntity, flags.map(rowOf));
  }

  /** Makes many flags that there are what is given. */
  async replaceAll(flags: readonly Flag[]): Promise<void> {
    await this.writing.replace(FlagEntity, flags.map(rowOf));
  }

  /**
   * Deletes flags with their variants, rules and rollouts; passes over those that there are not.
   *
   * @throws FailedPreconditionError if another flag distributes to one of the variants.
   */
  async deleteAll(namespaceKey: string, keys: readonly string[]): Promise<void> {
    await assertNotBorrowed(this.manager, namespaceKey, 'variant.flagKey', keys);
    await deleteKeys(this.manager, FlagEntity, namespaceKey, keys);
  }
}

/** The flag a row makes. */
export function flagOf(row: FlagRow): Flag {
  const { off = null, defaultVariantId, metadata } = row;
  // Over a copy of all columns: a copy that leaves some out is slow to make and to read, a third of a list.
  return {
    ...row,
    off: off === null ? undefined : (JSON.parse(off) as FlagOff),
    defaultVariantId: defaultVariantId ?? undefined,
    metadata: metadata === null ? undefined : (JSON.parse(metadata) as JsonObject),
  };
}

function rowOf(flag: Flag): FlagRow {
  const { off, defaultVariantId = null, metadata = {} } = flag;
  return {
    ...flag,
    off: off ? JSON.stringify(off) : null,
    defaultVariantId,
    metadata: metadataText(metadata),
  };
}

/** The metadata column: an empty object is stored as none. */
function metadataText(metadata: JsonObject): string | null {
  return Object.keys(metadata).length === 0 ? null : JSON.stringify(metadata);
}

/** Variants of flags. */
export class VariantStore {
  constructor(
    private readonly manager: EntityManager,
    private readonly writing: RowWriting,
  ) {}

  /** The key of the flag that the variant of the namespace belongs to, or undefined when there is no such variant. */
  async flagKeyOf(namespaceKey: string, id: string): Promise<string | undefined> {
    const select = { id: true, flagKey: true } as const;
    return (await this.manager.findOne(VariantEntity, { select, where: { id, namespaceKey } }))?.flagKey;
  }

  /** Adds many variants. */
  async createAll(variants: readonly Variant[]): Promise<void> {
    await this.writing.insert(VariantEntity, variants);
  }

  /** Makes many variants that there are, of one namespace, what is given. @throws as {@link deleteAll} does. */
  async replaceAll(variants: readonly Variant[]): Promise<void> {
    const ids = variants.map(({ id }) => id);
    await assertNotBorrowed(this.manager, variants[0]?.namespaceKey ?? '', 'variant.id', ids);
    await this.writing.replace(VariantEntity, variants);
  }

  /**
   * Deletes variants of one namespace with the distributions that point at them. No flag has one of them as its default
   * any more.
   *
   * @throws FailedPreconditionError if another flag distributes to one of them.
   */
  async deleteAll(variants: readonly Pick<Variant, 'id' | 'namespaceKey'>[]): Promise<void> {
    const ids = variants.map(({ id }) => id);
    await assertNotBorrowed(this.manager, variants[0]?.namespaceKey ?? '', 'variant.id', ids);
    await deleteIds(this.manager, VariantEntity, variants);
  }
}

/** A flag that distributes to a variant of another one. */
interface Borrowing {
  readonly borrower: string;
  readonly owner: string;
  readonly variantKey: string;
}

/** Most keys of one statement; far below what any database takes. */
const KEYS_AT_ONCE = 500;

/**
 * Refuses to touch variants to which other flags distribute: earlier versions let them, and no history of those flags
 * would tell why their answers change. Flags that are touched together do not count.
 *
 * @throws FailedPreconditionError naming one of them.
 */
async function assertNotBorrowed(
  manager: EntityManager,
  namespaceKey: string,
  column: 'variant.id' | 'variant.flagKey',
  values: readonly string[],
): Promise<void> {
  const touched = new Set(values);
  for (const some of inPieces(values, KEYS_AT_ONCE)) {
    const found = await manager
      .createQueryBuilder(VariantEntity, 'variant')
      .innerJoin(DistributionEntity.options.name, 'distribution', 'distribution.variantId = variant.id')
      .innerJoin(RuleEntity.options.name, 'rule', 'rule.id = distribution.ruleId')
      .select('variant.key', 'variantKey')
      .addSelect('variant.flagKey', 'owner')
      .addSelect('rule.flagKey', 'borrower')
      .where(`variant.namespaceKey = :namespaceKey AND ${column} IN (:...some)`, { namespaceKey, some })
      .andWhere('rule.flagKey <> variant.flagKey')
      .getRawMany<Borrowing>();
    const borrowing = found.find(({ borrower }) => !touched.has(borrower));
    if (borrowing === undefined) continue;
    const { owner, variantKey, borrower } = borrowing;
    throw new FailedPreconditionError(
      `variant ${quote(variantKey)} of flag ${quote(owner)} cannot be changed or deleted, because flag ` +
        `${quote(borrower)} distributes to it; run "pennon repair" to give that flag a variant of its own`,
    );
  }
}
