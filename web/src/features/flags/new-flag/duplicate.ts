import { draftOf as metadataDraftOf } from '@/components/metadata';
import { newFlagCopy } from '@/copy/new-flag';
import { type FlagContents } from '@/lib/model';
import { type FlagForm } from './flag-form';

/** The form of a flag like that one, under a key that is free; it begins with the same targeting. */
export function duplicateOf({ flag, rules, rollouts }: FlagContents, taken: ReadonlySet<string>): FlagForm {
  const variants = flag.variants.map(({ key, name, attachment }, index) => ({
    id: index + 1,
    key,
    name,
    attachment,
  }));
  const keys = new Map(flag.variants.map(({ id, key }) => [id, key]));
  return {
    name: newFlagCopy.copyOf(flag.name),
    key: freeKey(flag.key, taken),
    hasOwnKey: true,
    type: flag.type,
    description: flag.description,
    enabled: flag.enabled,
    metadata: metadataDraftOf(flag.metadata),
    variants,
    defaultRow: variants.find(({ key }) => key === flag.defaultVariant?.key)?.id,
    targeting: {
      rules: rules.map(({ segmentKeys, segmentOperator, distributions }) => ({
        segmentKeys,
        segmentOperator,
        shares: distributions.flatMap(({ variantId, rollout }) => {
          const key = keys.get(variantId);
          return key === undefined ? [] : [{ variantId: key, rollout }];
        }),
      })),
      rollouts,
    },
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
