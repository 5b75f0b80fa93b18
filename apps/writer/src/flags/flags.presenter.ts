import { create, type JsonObject as WireObject } from '@bufbuild/protobuf';
import { EnumWords, flipt, nextPageToken, timestampOf } from '@pennon/api';
import {
  compactJsonText,
  sortMembers,
  type FlagType,
  type FlagWithVariants,
  type JsonObject,
  type Page,
  type Variant,
} from '@pennon/domain';

/** Flag types on the wire. */
export const flagTypeWords = new EnumWords<FlagType, flipt.FlagType>({
  variant: flipt.FlagType.VARIANT_FLAG_TYPE,
  boolean: flipt.FlagType.BOOLEAN_FLAG_TYPE,
});

/** A variant on the wire, its attachment without insignificant white space. */
export function presentVariant(variant: Variant): flipt.Variant {
  return presentStoredVariant({ ...variant, attachment: compactJsonText(variant.attachment) });
}

/** A flag on the wire, as single answers show it: without metadata when it has none. */
export function presentFlag(flag: FlagWithVariants): flipt.Flag {
  return presentFlagWith(presentVariant, flag.metadata, flag);
}

/**
 * A page of flags on the wire. Lists show stored attachments as they are, and `{}` for flags without metadata.
 */
export function presentFlags({ items, totalCount, next }: Page<FlagWithVariants>): flipt.FlagList {
  return create(flipt.FlagListSchema, {
    flags: items.map((flag) => presentFlagWith(presentStoredVariant, flag.metadata ?? {}, flag)),
    nextPageToken: nextPageToken(next),
    totalCount,
  });
}

function presentFlagWith(
  present: (variant: Variant) => flipt.Variant,
  metadata: JsonObject | undefined,
  flag: FlagWithVariants,
): flipt.Flag {
  const defaultVariant = flag.variants.find(({ id }) => id === flag.defaultVariantId);
  return create(flipt.FlagSchema, {
    key: flag.key,
    name: flag.name,
    description: flag.description,
    enabled: flag.isEnabled,
    createdAt: timestampOf(flag.createdAt),
    updatedAt: timestampOf(flag.updatedAt),
    variants: flag.variants.map(present),
    namespaceKey: flag.namespaceKey,
    type: flagTypeWords.toWire(flag.type),
    ...(defaultVariant && { defaultVariant: present(defaultVariant) }),
    ...(metadata && { metadata: sortMembers(metadata) as WireObject }),
  });
}

function presentStoredVariant(variant: Variant): flipt.Variant {
  const { id, flagKey, key, name, description, createdAt, updatedAt, attachment, namespaceKey } = variant;
  return create(flipt.VariantSchema, {
    id,
    flagKey,
    key,
    name,
    description,
    createdAt: timestampOf(createdAt),
    updatedAt: timestampOf(updatedAt),
    attachment,
    namespaceKey,
  });
}
