import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  Clock,
  type Flag,
  type FlagValues,
  type FlagWithVariants,
  InvalidArgumentError,
  type JsonObject,
  NotFoundError,
  type Page,
  type PageRequest,
  quote,
  quotePath,
  type Variant,
  type ChangeCaller,
} from '@pennon/domain';
import { Edits } from '@pennon/changes';
import type { StoredFlag } from '@pennon/state';
import { UnitOfWork } from '@pennon/storage';

/** What a flag is made of when it is created. */
export type NewFlag = Omit<Flag, 'defaultVariantId' | 'off' | 'createdAt' | 'updatedAt'>;

/** What an update of a flag replaces; `metadata` undefined leaves it as it is, `{}` clears it. */
export type FlagChanges = Omit<FlagValues, 'type'> & Pick<Flag, 'defaultVariantId'>;

/** Use cases of flags. */
@Injectable()
export class FlagsService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly edits: Edits,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFoundError if there is no such flag. */
  async get(namespaceKey: string, key: string): Promise<FlagWithVariants> {
    const flag = await this.unitOfWork.readOnce(({ flags }) => flags.find(namespaceKey, key));
    return assertFound(flag, namespaceKey, key);
  }

  /** A page of flags in creation order; empty when the namespace does not exist. */
  async list(namespaceKey: string, page: PageRequest): Promise<Page<FlagWithVariants>> {
    return this.unitOfWork.readOnce(({ flags }) => flags.list(namespaceKey, page));
  }

  /**
   * Adds a flag, and returns it as it was given.
   *
   * @throws NotFoundError if there is no such namespace.
   * @throws InvalidArgumentError if the key is taken.
   */
  async create(caller: ChangeCaller, flag: NewFlag): Promise<FlagWithVariants> {
    const { namespaceKey, key } = flag;
    const created = await this.edits.flag(caller, namespaceKey, key, async (stored, { namespaces }) => {
      if (stored !== undefined)
        throw new InvalidArgumentError(`flag ${quotePath(namespaceKey, key)} is not unique`);
      if (!(await namespaces.exists(namespaceKey)))
        throw new NotFoundError(`namespace ${quote(namespaceKey)} not found`);
      const now = this.clock.now();
      const row = { ...flag, off: undefined, defaultVariantId: undefined, createdAt: now, updatedAt: now };
      return { ...row, variants: [], rules: [], rollouts: [] };
    });
    return withVariants(assertFound(created, namespaceKey, key));
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
    const { defaultVariantId, metadata } = changes;
    const updated = await this.edits.flag(caller, namespaceKey, key, (stored) => {
      if (
        defaultVariantId !== undefined &&
        stored?.variants.some(({ id }) => id === defaultVariantId) !== true
      ) {
        const flag = quotePath(namespaceKey, key);
        throw new InvalidArgumentError(`variant ${quote(defaultVariantId)} not found for flag ${flag}`);
      }
      const flag = assertFound(stored, namespaceKey, key);
      return {
        ...flag,
        ...changes,
        metadata: metadata === undefined ? flag.metadata : notEmpty(metadata),
        updatedAt: this.clock.now(),
      };
    });
    return withVariants(assertFound(updated, namespaceKey, key));
  }

  /**
   * Deletes a flag with its variants, rules and rollouts; a missing flag is no error.
   *
   * @throws FailedPreconditionError if another flag distributes to one of its variants.
   */
  async delete(caller: ChangeCaller, namespaceKey: string, key: string): Promise<void> {
    await this.edits.flag(caller, namespaceKey, key, () => undefined);
  }
}

/** @throws NotFoundError if there is no such flag. */
function assertFound<Found>(flag: Found | undefined, namespaceKey: string, key: string): Found {
  if (flag === undefined) throw new NotFoundError(`flag ${quotePath(namespaceKey, key)} not found`);
  return flag;
}

function withVariants({ rules: _rules, rollouts: _rollouts, ...flag }: StoredFlag): FlagWithVariants {
  return flag;
}

/** Metadata as it is stored: an empty object is none. */
function notEmpty(metadata: JsonObject): JsonObject | undefined {
  return Object.keys(metadata).length === 0 ? undefined : metadata;
}

/** What a variant is made of when it is created. */
export type NewVariant = Omit<Variant, 'id' | 'createdAt' | 'updatedAt'>;

/** What an update of a variant replaces. */
export type VariantChanges = Pick<Variant, 'key' | 'name' | 'description' | 'attachment'>;

/** Use cases of variants. */
@Injectable()
export class VariantsService {
  constructor(
    private readonly edits: Edits,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws NotFoundError if there is no such flag.
   * @throws InvalidArgumentError if the flag has a variant of that key.
   */
  async create(caller: ChangeCaller, variant: NewVariant): Promise<Variant> {
    const { namespaceKey, flagKey, key } = variant;
    const id = randomUUID();
    const flag = await this.edits.flag(caller, namespaceKey, flagKey, (stored) => {
      const { variants, ...others } = assertFound(stored, namespaceKey, flagKey);
      assertVariantKeyIsFree(variants, namespaceKey, flagKey, key);
      const now = this.clock.now();
      return { ...others, variants: [...variants, { ...variant, id, createdAt: now, updatedAt: now }] };
    });
    return variantOf(flag, id, key);
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
    const flag = await this.edits.flag(caller, namespaceKey, flagKey, (stored) => {
      // The message names the new key, which is what clients compare.
      const variant = variantOf(stored, id, changes.key);
      const others = stored?.variants.filter((other) => other.id !== id) ?? [];
      assertVariantKeyIsFree(others, namespaceKey, flagKey, changes.key);
      return withVariant(stored, { ...variant, ...changes, updatedAt: this.clock.now() });
    });
    return variantOf(flag, id, changes.key);
  }

  /**
   * Deletes a variant with the distributions that point at it; a missing variant is no error.
   *
   * @throws FailedPreconditionError if another flag distributes to it.
   */
  async delete(caller: ChangeCaller, namespaceKey: string, flagKey: string, id: string): Promise<void> {
    await this.edits.flag(caller, namespaceKey, flagKey, (flag) => flag && withoutVariant(flag, id));
  }
}

/** @param key For the error. @throws NotFoundError if the flag has no such variant. */
function variantOf(flag: StoredFlag | undefined, id: string, key: string): Variant {
  const variant = flag?.variants.find((one) => one.id === id);
  if (variant === undefined) throw new NotFoundError(`variant ${quote(key)} not found`);
  return variant;
}

function withVariant(flag: StoredFlag | undefined, variant: Variant): StoredFlag | undefined {
  return flag && { ...flag, variants: flag.variants.map((one) => (one.id === variant.id ? variant : one)) };
}

/** With a variant go the distributions that point at it, and the default that it is. */
function withoutVariant(flag: StoredFlag, id: string): StoredFlag {
  return {
    ...flag,
    defaultVariantId: flag.defaultVariantId === id ? undefined : flag.defaultVariantId,
    variants: flag.variants.filter((variant) => variant.id !== id),
    rules: flag.rules.map(({ distributions, ...rule }) => ({
      ...rule,
      distributions: distributions.filter(({ variantId }) => variantId !== id),
    })),
  };
}

function assertVariantKeyIsFree(
  variants: readonly Variant[],
  namespaceKey: string,
  flagKey: string,
  key: string,
): void {
  if (variants.some((variant) => variant.key === key)) {
    const flag = quotePath(namespaceKey, flagKey);
    throw new InvalidArgumentError(`variant ${quote(key)} is not unique for flag ${flag}`);
  }
}
