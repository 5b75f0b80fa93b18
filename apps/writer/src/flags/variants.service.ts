import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { variantState } from '@pennon/audit';
import { Clock, InvalidArgumentError, NotFoundError, quote, quotePath, type Variant } from '@pennon/domain';
import { type Stores, type VariantChanges } from '@pennon/storage';
import { Changes, type ChangeCall } from '../changes/changes';

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
  async create(call: ChangeCall, variant: NewVariant): Promise<Variant> {
    const { namespaceKey, flagKey, key } = variant;
    return this.changes.apply(call, namespaceKey, { kind: 'flag', key: flagKey }, async (stores, trail) => {
      if (!(await stores.flags.exists(namespaceKey, flagKey))) {
        throw new NotFoundError(`flag ${quotePath(namespaceKey, flagKey)} not found`);
      }
      await assertKeyIsFree(stores, namespaceKey, flagKey, key);
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
   */
  async update(
    call: ChangeCall,
    namespaceKey: string,
    flagKey: string,
    id: string,
    changes: VariantChanges,
  ): Promise<Variant> {
    return this.changes.apply(call, namespaceKey, { kind: 'flag', key: flagKey }, async (stores, trail) => {
      const variant = await stores.variants.find(namespaceKey, flagKey, id);
      // The message names the new key, which is what clients compare.
      if (variant === undefined) throw new NotFoundError(`variant ${quote(changes.key)} not found`);
      await assertKeyIsFree(stores, namespaceKey, flagKey, changes.key, id);
      const updatedAt = this.clock.now();
      await stores.variants.update(id, changes, updatedAt);
      const updated = { ...variant, ...changes, updatedAt };
      trail.updated(variantState(variant), variantState(updated));
      return updated;
    });
  }

  /** Deletes a variant with the distributions that point at it; a missing variant is no error. */
  async delete(call: ChangeCall, namespaceKey: string, flagKey: string, id: string): Promise<void> {
    await this.changes.apply(
      call,
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

async function assertKeyIsFree(
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
