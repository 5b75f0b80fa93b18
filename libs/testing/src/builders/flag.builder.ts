import { DEFAULT_NAMESPACE_KEY, type Flag, type Variant } from '@pennon/domain';
import { someTimes } from './moments';

/** An enabled variant flag of the default namespace, without metadata and default variant. */
export function aFlag(key: string, changes: Partial<Flag> = {}): Flag {
  return {
    namespaceKey: DEFAULT_NAMESPACE_KEY,
    key,
    name: `Name of ${key}`,
    description: '',
    type: 'variant',
    isEnabled: true,
    defaultVariantId: undefined,
    metadata: undefined,
    ...someTimes,
    ...changes,
  };
}

/** A variant without attachment; its key is its id. */
export function aVariant(flagKey: string, id: string, changes: Partial<Variant> = {}): Variant {
  return {
    id,
    namespaceKey: DEFAULT_NAMESPACE_KEY,
    flagKey,
    key: id,
    name: '',
    description: '',
    attachment: '',
    ...someTimes,
    ...changes,
  };
}
