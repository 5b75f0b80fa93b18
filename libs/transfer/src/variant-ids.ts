import { InvalidArgumentError, quote, type Variant } from '@pennon/domain';

/** Which id the variant of a key has, flag by flag. */
export class VariantIds {
  private readonly flags = new Map<string, Map<string, string>>();

  constructor(variants: readonly Pick<Variant, 'flagKey' | 'key' | 'id'>[]) {
    for (const variant of variants) this.add(variant);
  }

  add({ flagKey, key, id }: Pick<Variant, 'flagKey' | 'key' | 'id'>): void {
    const ids = this.flags.get(flagKey);
    if (ids === undefined) this.flags.set(flagKey, new Map([[key, id]]));
    else ids.set(key, id);
  }

  /** Forgets the variants of a flag. */
  deleteFlag(flagKey: string): void {
    this.flags.delete(flagKey);
  }

  /** @throws InvalidArgumentError if the flag has no such variant. */
  of(flagKey: string, key: string): string {
    const id = this.flags.get(flagKey)?.get(key);
    if (id === undefined) {
      throw new InvalidArgumentError(`flag ${quote(flagKey)} names the unknown variant ${quote(key)}`);
    }
    return id;
  }
}
