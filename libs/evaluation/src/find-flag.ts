import {
  InvalidArgumentError,
  NotFoundError,
  quotePath,
  resolveNamespaceKey,
  type FlagType,
} from '@pennon/domain';
import { type CompiledFlag, type Snapshot } from '@pennon/snapshot';

type FlagOfType<T extends FlagType> = Extract<CompiledFlag, { type: T }>;

/** Where a request says which flag it wants; an empty namespace is `default`. */
interface FlagPath {
  readonly namespaceKey: string;
  readonly flagKey: string;
}

const wireNames: Readonly<Record<FlagType, string>> = {
  variant: 'VARIANT_FLAG_TYPE',
  boolean: 'BOOLEAN_FLAG_TYPE',
};

/**
 * The flag of that type which a request names.
 *
 * @param snapshot That of the namespace the request names; undefined when there is no such namespace.
 * @throws NotFoundError if there is no such flag or namespace.
 * @throws InvalidArgumentError if the flag is of the other type.
 */
export function getFlag<T extends FlagType>(
  snapshot: Snapshot | undefined,
  type: T,
  { namespaceKey, flagKey }: FlagPath,
): FlagOfType<T> {
  const flag = snapshot?.flags.get(flagKey);
  if (flag === undefined) throw flagNotFound({ namespaceKey, flagKey });
  if (!isOfType(flag, type)) throw new InvalidArgumentError(`flag type ${wireNames[flag.type]} invalid`);
  return flag;
}

/** What is thrown when there is no flag, or no namespace, where a request says. */
export function flagNotFound({ namespaceKey, flagKey }: FlagPath): NotFoundError {
  return new NotFoundError(`flag ${quotePath(resolveNamespaceKey(namespaceKey), flagKey)} not found`);
}

function isOfType<T extends FlagType>(flag: CompiledFlag, type: T): flag is FlagOfType<T> {
  return flag.type === type;
}
