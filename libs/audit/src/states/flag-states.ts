import { type AuditedState, type Flag, type FlagWithVariants, type Variant } from '@pennon/domain';

/**
 * A flag in an event, with `type` and `metadata`, without which nobody could bring it
 * back, are ours.
 */
export function flagState(flag: Flag | FlagWithVariants): AuditedState {
  const { namespaceKey, key, name, description, type, isEnabled, defaultVariantId, metadata } = flag;
  const variants = 'variants' in flag ? flag.variants : [];
  const defaultVariant = variants.find(({ id }) => id === defaultVariantId);
  return {
    type: 'flag',
    key,
    namespaceKey,
    flagKey: key,
    image: {
      ...{ key, name, description, enabled: isEnabled, namespace_key: namespaceKey, type },
      ...(defaultVariant && { default_variant: defaultVariant.key }),
      ...(metadata && { metadata }),
    },
  };
}

/** A variant in an event. */
export function variantState(variant: Variant): AuditedState {
  const { id, namespaceKey, flagKey, key, name, description, attachment } = variant;
  return {
    type: 'variant',
    key,
    namespaceKey,
    flagKey,
    image: { id, flag_key: flagKey, key, name, description, attachment, namespace_key: namespaceKey },
  };
}
