import { type EntityManager, Not } from 'typeorm';
import {
  cutPage,
  type Flag,
  type FlagWithVariants,
  groupBy,
  type Instant,
  type JsonObject,
  type Page,
  type PageRequest,
  type Variant,
} from '@pennon/domain';
import { FlagEntity, type FlagRow, VariantEntity } from '../entities/flag.entity';
import { byCreation, byCreationOfKeys, ofParents, windowOf } from './find-options';
import { deleteKeys, insertRows, replaceRows } from './write-rows';

/** What an update of a flag replaces; `metadata` undefined leaves it as it is, `{}` clears it. */
export type FlagChanges = Pick<Flag, 'name' | 'description' | 'isEnabled' | 'defaultVariantId' | 'metadata'>;

/** Flags and, with them, their variants. */
export class FlagStore {
  constructor(private readonly manager: EntityManager) {}

  /** The flag with its variants, or undefined. */
  async find(namespaceKey: string, key: string): Promise<FlagWithVariants | undefined> {
    const row = await this.manager.findOneBy(FlagEntity, { namespaceKey, key });
    if (row === null) return undefined;
    const [found] = await this.withVariants(namespaceKey, [row]);
    return found;
  }

  /** True if the flag exists. */
  async exists(namespaceKey: string, key: string): Promise<boolean> {
    return this.manager.existsBy(FlagEntity, { namespaceKey, key });
  }

  /** A page of flags in creation order. */
  async list(namespaceKey: string, page: PageRequest): Promise<Page<FlagWithVariants>> {
    const [rows, totalCount] = await this.manager.findAndCount(FlagEntity, {
      where: { namespaceKey },
      order: byCreationOfKeys,
      ...windowOf(page),
    });
    const { items, next } = cutPage(rows, page, totalCount, ({ key }) => key);
    return { items: await this.withVariants(namespaceKey, items), totalCount, next };
  }

  /** Adds a flag. */
  async create(flag: Flag): Promise<void> {
    await this.createAll([flag]);
  }

  /** Adds many flags. */
  async createAll(flags: readonly Flag[]): Promise<void> {
    await insertRows(this.manager, FlagEntity, flags.map(rowOf));
  }

  /** Makes many flags that there are what is given. */
  async replaceAll(flags: readonly Flag[]): Promise<void> {
    await replaceRows(this.manager, FlagEntity, flags.map(rowOf));
  }

  /** Replaces what can change of a flag. */
  async update(namespaceKey: string, key: string, changes: FlagChanges, updatedAt: Instant): Promise<void> {
    const { metadata, defaultVariantId = null, ...others } = changes;
    const column = metadata === undefined ? {} : { metadata: metadataText(metadata) };
    await this.manager.update(
      FlagEntity,
      { namespaceKey, key },
      {
        ...others,
        ...column,
        defaultVariantId,
        updatedAt,
      },
    );
  }

  /** Deletes a flag with its variants, rules and rollouts; does nothing when there is none. */
  async delete(namespaceKey: string, key: string): Promise<void> {
    await this.manager.delete(FlagEntity, { namespaceKey, key });
  }

  /** {@link delete} for many. */
  async deleteAll(namespaceKey: string, keys: readonly string[]): Promise<void> {
    await deleteKeys(this.manager, FlagEntity, namespaceKey, keys);
  }

  private async withVariants(
    namespaceKey: string,
    rows: readonly FlagRow[],
  ): Promise<readonly FlagWithVariants[]> {
    const flagKey = ofParents(rows.map(({ key }) => key));
    const variants = await this.manager.find(VariantEntity, {
      where: { namespaceKey, ...(flagKey && { flagKey }) },
      order: byCreation,
    });
    const byFlag = groupBy(variants, (variant) => variant.flagKey);
    return rows.map((row) => ({ ...flagOf(row), variants: byFlag.get(row.key) ?? [] }));
  }
}

/** The flag a row makes. */
export function flagOf({ defaultVariantId, metadata, ...flag }: FlagRow): Flag {
  return {
    ...flag,
    defaultVariantId: defaultVariantId ?? undefined,
    metadata: metadata === null ? undefined : (JSON.parse(metadata) as JsonObject),
  };
}

function rowOf(flag: Flag): FlagRow {
  const { defaultVariantId = null, metadata = {} } = flag;
  return { ...flag, defaultVariantId, metadata: metadataText(metadata) };
}

/** The metadata column: an empty object is stored as none. */
function metadataText(metadata: JsonObject): string | null {
  return Object.keys(metadata).length === 0 ? null : JSON.stringify(metadata);
}

/** What an update of a variant replaces. */
export type VariantChanges = Pick<Variant, 'key' | 'name' | 'description' | 'attachment'>;

/** Variants of flags. */
export class VariantStore {
  constructor(private readonly manager: EntityManager) {}

  /** The variant of that flag, or undefined. */
  async find(namespaceKey: string, flagKey: string, id: string): Promise<Variant | undefined> {
    return (await this.manager.findOneBy(VariantEntity, { id, namespaceKey, flagKey })) ?? undefined;
  }

  /** True if the variant belongs to any flag of the namespace. */
  async existsInNamespace(namespaceKey: string, id: string): Promise<boolean> {
    return this.manager.existsBy(VariantEntity, { id, namespaceKey });
  }

  /** True if another variant of the flag than `exceptId` has this key. */
  async isKeyTaken(namespaceKey: string, flagKey: string, key: string, exceptId = ''): Promise<boolean> {
    return this.manager.existsBy(VariantEntity, { namespaceKey, flagKey, key, id: Not(exceptId) });
  }

  /** Adds a variant. */
  async create(variant: Variant): Promise<void> {
    await this.createAll([variant]);
  }

  /** Adds many variants. */
  async createAll(variants: readonly Variant[]): Promise<void> {
    await insertRows(this.manager, VariantEntity, variants);
  }

  /** Makes many variants that there are what is given. */
  async replaceAll(variants: readonly Variant[]): Promise<void> {
    await replaceRows(this.manager, VariantEntity, variants);
  }

  /** Replaces what can change of a variant. */
  async update(id: string, changes: VariantChanges, updatedAt: Instant): Promise<void> {
    await this.manager.update(VariantEntity, { id }, { ...changes, updatedAt });
  }

  /** Deletes a variant with the distributions that point at it, and clears it as a flag's default. */
  async delete(namespaceKey: string, flagKey: string, id: string): Promise<void> {
    const { affected } = await this.manager
      .createQueryBuilder()
      .delete()
      .from(VariantEntity)
      .where({ id, namespaceKey, flagKey })
      .execute();
    if (affected === 0) return;
    await this.manager.update(FlagEntity, { namespaceKey, defaultVariantId: id }, { defaultVariantId: null });
  }
}
