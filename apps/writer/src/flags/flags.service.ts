import { Injectable } from '@nestjs/common';
import { flagState } from '@pennon/audit';
import {
  Clock,
  InvalidArgumentError,
  NotFoundError,
  quote,
  quotePath,
  type Flag,
  type FlagWithVariants,
  type Page,
  type PageRequest,
} from '@pennon/domain';
import { UnitOfWork, type FlagChanges, type Stores } from '@pennon/storage';
import { Changes, type ChangeCall } from '../changes/changes';

/** What a flag is made of when it is created. */
export type NewFlag = Omit<Flag, 'defaultVariantId' | 'createdAt' | 'updatedAt'>;

/** Use cases of flags. */
@Injectable()
export class FlagsService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly changes: Changes,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFoundError if there is no such flag. */
  async get(namespaceKey: string, key: string): Promise<FlagWithVariants> {
    return this.unitOfWork.read((stores) => findFlag(stores, namespaceKey, key));
  }

  /** A page of flags in creation order; empty when the namespace does not exist. */
  async list(namespaceKey: string, page: PageRequest): Promise<Page<FlagWithVariants>> {
    return this.unitOfWork.read(({ flags }) => flags.list(namespaceKey, page));
  }

  /**
   * Adds a flag, and returns it as it was given.
   *
   * @throws NotFoundError if there is no such namespace.
   * @throws InvalidArgumentError if the key is taken.
   */
  async create(call: ChangeCall, flag: NewFlag): Promise<FlagWithVariants> {
    const { namespaceKey, key } = flag;
    return this.changes.apply(
      call,
      namespaceKey,
      { kind: 'flag', key },
      async ({ namespaces, flags }, trail) => {
        if (!(await namespaces.exists(namespaceKey))) {
          throw new NotFoundError(`namespace ${quote(namespaceKey)} not found`);
        }
        if (await flags.exists(namespaceKey, key)) {
          throw new InvalidArgumentError(`flag ${quotePath(namespaceKey, key)} is not unique`);
        }
        const now = this.clock.now();
        const created = { ...flag, defaultVariantId: undefined, createdAt: now, updatedAt: now };
        await flags.create(created);
        trail.created(flagState(created));
        return { ...created, variants: [] };
      },
    );
  }

  /**
   * Replaces what can change of a flag; metadata that is undefined stays as it is.
   *
   * @throws InvalidArgumentError if the default variant is not one of the flag's.
   * @throws NotFoundError if there is no such flag.
   */
  async update(
    call: ChangeCall,
    namespaceKey: string,
    key: string,
    changes: FlagChanges,
  ): Promise<FlagWithVariants> {
    const { defaultVariantId } = changes;
    return this.changes.apply(call, namespaceKey, { kind: 'flag', key }, async (stores, trail) => {
      const { flags, variants } = stores;
      const isVariantMissing =
        defaultVariantId !== undefined &&
        (await variants.find(namespaceKey, key, defaultVariantId)) === undefined;
      if (isVariantMissing) {
        const flag = quotePath(namespaceKey, key);
        throw new InvalidArgumentError(`variant ${quote(defaultVariantId)} not found for flag ${flag}`);
      }
      const before = await findFlag(stores, namespaceKey, key);
      await flags.update(namespaceKey, key, changes, this.clock.now());
      const updated = await findFlag(stores, namespaceKey, key);
      trail.updated(flagState(before), flagState(updated));
      return updated;
    });
  }

  /** Deletes a flag with its variants, rules and rollouts; a missing flag is no error. */
  async delete(call: ChangeCall, namespaceKey: string, key: string): Promise<void> {
    await this.changes.apply(call, namespaceKey, { kind: 'flag', key }, async ({ flags }, trail) => {
      const flag = await flags.find(namespaceKey, key);
      await flags.delete(namespaceKey, key);
      trail.deleted(flag && flagState(flag));
    });
  }
}

async function findFlag({ flags }: Stores, namespaceKey: string, key: string): Promise<FlagWithVariants> {
  const flag = await flags.find(namespaceKey, key);
  if (flag === undefined) throw new NotFoundError(`flag ${quotePath(namespaceKey, key)} not found`);
  return flag;
}
