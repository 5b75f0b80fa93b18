import { type EntityManager } from 'typeorm';
import {
  cutPage,
  groupBy,
  type Flag,
  type FlagWithVariants,
  type Instant,
  type JsonObject,
  type Page,
  type PageRequest,
} from '@pennon/domain';
import { FlagEntity, VariantEntity, type FlagRow } from '../entities/flag.entity';
import { deleteKeys } from './delete-keys';
import { insertRows, replaceRows } from './insert-rows';
import { ofParents } from './of-parents';
import { byCreation, byCreationOfKeys } from './order';
import { windowOf } from './window';

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
