import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { flagState, variantState } from '@pennon/audit';
import {
  Clock,
  type Flag,
  type FlagWithVariants,
  InvalidArgumentError,
  NotFoundError,
  type Page,
  type PageRequest,
  quote,
  quotePath,
  type Variant,
  type ChangeCaller,
} from '@pennon/domain';
import { Changes } from '@pennon/changes';
import { type FlagChanges, type Stores, UnitOfWork, type VariantChanges } from '@pennon/storage';

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
  async create(caller: ChangeCaller, flag: NewFlag): Promise<FlagWithVariants> {
    const { namespaceKey, key } = flag;
    return this.changes.apply(
      caller,
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
    caller: ChangeCaller,
    namespaceKey: string,
    key: string,
    changes: FlagChanges,
  ): Promise<FlagWithVariants> {
    const { defaultVariantId } = changes;
    return this.changes.apply(caller, namespaceKey, { kind: 'flag', key }, async (stores, trail) => {
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
      return trail.updated(flagState, before, await findFlag(stores, namespaceKey, key));
    });
  }

  /**
   * Deletes a flag with its variants, rules and rollouts; a missing flag is no error.
   *
   * @throws FailedPreconditionError if another flag distributes to one of its variants.
   */
  async delete(caller: ChangeCaller, namespaceKey: string, key: string): Promise<void> {
    await this.changes.apply(caller, namespaceKey, { kind: 'flag', key }, async ({ flags }, trail) => {
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

/** What a variant is made of when it is created. */
export type NewVariant = Omit<Variant, 'id' | 'createdAt' | 'updatedAt'>;

/** Use cases of variants. */
@Injectable()
export class VariantsService {
  constructor(
    private readonly changes: Changes,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws NotFoundError if there is no such flag.
   * @throws InvalidArgumentError if the flag has a variant of that key.
   */
  async create(caller: ChangeCaller, variant: NewVariant): Promise<Variant> {
    const { namespaceKey, flagKey, key } = variant;
    return this.changes.apply(caller, namespaceKey, { kind: 'flag', key: flagKey }, async (stores, trail) => {
      if (!(await stores.flags.exists(namespaceKey, flagKey))) {
        throw new NotFoundError(`flag ${quotePath(namespaceKey, flagKey)} not found`);
      }
      await assertVariantKeyIsFree(stores, namespaceKey, flagKey, key);
      const now = this.clock.now();
      const created = { ...variant, id: randomUUID(), createdAt: now, updatedAt: now };
      await stores.variants.create(created);
      trail.created(variantState(created));
      return created;
    });
  }

  /**
   * Replaces what can change of a variant, its key included.
   *
   * @throws NotFoundError if the flag has no such variant.
   * @throws InvalidArgumentError if another variant of the flag has that key.
   * @throws FailedPreconditionError if another flag distributes to it.
   */
  async update(
    caller: ChangeCaller,
    namespaceKey: string,
    flagKey: string,
    id: string,
    changes: VariantChanges,
  ): Promise<Variant> {
    return this.changes.apply(caller, namespaceKey, { kind: 'flag', key: flagKey }, async (stores, trail) => {
      const variant = await stores.variants.find(namespaceKey, flagKey, id);
      // The message names the new key, which is what clients compare.
      if (variant === undefined) throw new NotFoundError(`variant ${quote(changes.key)} not found`);
      await assertVariantKeyIsFree(stores, namespaceKey, flagKey, changes.key, id);
      const updatedAt = this.clock.now();
      await stores.variants.update(variant, changes, updatedAt);
      return trail.updated(variantState, variant, { ...variant, ...changes, updatedAt });
    });
  }

  /**
   * Deletes a variant with the distributions that point at it; a missing variant is no error.
   *
   * @throws FailedPreconditionError if another flag distributes to it.
   */
  async delete(caller: ChangeCaller, namespaceKey: string, flagKey: string, id: string): Promise<void> {
    await this.changes.apply(
      caller,
      namespaceKey,
      { kind: 'flag', key: flagKey },
      async ({ variants }, trail) => {
        const variant = await variants.find(namespaceKey, flagKey, id);
        await variants.delete(namespaceKey, flagKey, id);
        trail.deleted(variant && variantState(variant));
      },
    );
  }
}

async function assertVariantKeyIsFree(
  { variants }: Stores,
  namespaceKey: string,
  flagKey: string,
  key: string,
  exceptId?: string,
): Promise<void> {
  if (await variants.isKeyTaken(namespaceKey, flagKey, key, exceptId)) {
    const flag = quotePath(namespaceKey, flagKey);
    throw new InvalidArgumentError(`variant ${quote(key)} is not unique for flag ${flag}`);
  }
}
