import { draftOf } from '@/components/metadata';
import { newFlagCopy } from '@/copy/new-flag';
import { type FlagContents } from '@/lib/model';
import { type FlagForm } from './flag-form';

/** The form of a flag like that one, under a key that is free; it begins with the same targeting. */
export function duplicateOf(flag: FlagContents, taken: ReadonlySet<string>): FlagForm {
  const { rules, rollouts } = flag;
  const variants = flag.variants.map(({ key, name, attachment }, index) => ({
    id: index + 1,
    key,
    name,
    attachment,
  }));
  return {
    name: newFlagCopy.copyOf(flag.name),
    key: freeKey(flag.key, taken),
    type: flag.type,
    description: flag.description,
    enabled: flag.isEnabled,
    metadata: draftOf(flag.metadata ?? {}),
    variants,
    defaultRow: variants.find(({ key }) => key === flag.defaultVariantKey)?.id ?? null,
    targeting: { rules, rollouts },
  };
}

/** `key-copy`, or the first of `key-copy-2`, `key-copy-3`, … that no flag has. */
function freeKey(key: string, taken: ReadonlySet<string>): string {
  const first = `${key}-copy`;
  if (!taken.has(first)) return first;
  let number = 2;
  while (taken.has(`${first}-${number}`)) number += 1;
  return `${first}-${number}`;
}
