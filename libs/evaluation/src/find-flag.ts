import {
  InvalidArgumentError,
  NotFoundError,
  quotePath,
  resolveNamespaceKey,
  type FlagType,
} from '@pennon/domain';
import { type CompiledFlag } from '@pennon/snapshot';
import { type SnapshotHolder } from '@pennon/snapshot-store';

type FlagOfType<T extends FlagType> = Extract<CompiledFlag, { type: T }>;

const wireNames: Readonly<Record<FlagType, string>> = {
  variant: 'VARIANT_FLAG_TYPE',
  boolean: 'BOOLEAN_FLAG_TYPE',
};

/** The flag a request names, or undefined; an empty namespace is `default`. */
export function findFlag(
  snapshots: SnapshotHolder,
  namespaceKey: string,
  flagKey: string,
): CompiledFlag | undefined {
  return snapshots.current(resolveNamespaceKey(namespaceKey))?.flags.get(flagKey);
}

/**
 * The flag of that type which a request names. Source: contract/evaluation.md 5.
 *
 * @throws NotFoundError if there is no such flag or namespace.
 * @throws InvalidArgumentError if the flag is of the other type.
 */
export function getFlag<T extends FlagType>(
  snapshots: SnapshotHolder,
  type: T,
  namespaceKey: string,
  flagKey: string,
): FlagOfType<T> {
  const flag = findFlag(snapshots, namespaceKey, flagKey);
  if (flag === undefined) {
    throw new NotFoundError(`flag ${quotePath(resolveNamespaceKey(namespaceKey), flagKey)} not found`);
  }
  if (!isOfType(flag, type)) throw new InvalidArgumentError(`flag type ${wireNames[flag.type]} invalid`);
  return flag;
}

function isOfType<T extends FlagType>(flag: CompiledFlag, type: T): flag is FlagOfType<T> {
  return flag.type === type;
}
