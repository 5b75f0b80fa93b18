import { type Namespace } from '@pennon/domain';
import { someTimes } from './moments';

/** A namespace as it is handed to a store, which gives it its revision. */
export function aNamespace(
  key: string,
  changes: Partial<Omit<Namespace, 'revision'>> = {},
): Omit<Namespace, 'revision'> {
  return { key, name: `Name of ${key}`, description: '', isProtected: false, ...someTimes, ...changes };
}
