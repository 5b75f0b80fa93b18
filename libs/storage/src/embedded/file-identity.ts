import { type BigIntStats, statSync } from 'node:fs';

/** Which file it is, whatever its name. */
export interface FileIdentity {
  readonly dev: bigint;
  readonly ino: bigint;
}

/**
 * What the file system says of a file, without opening it; undefined if there is none.
 *
 * @throws Error if the file system does not say.
 */
export function identityOf(file: string): BigIntStats | undefined {
  return statSync(file, { bigint: true, throwIfNoEntry: false });
}

export function isSameFile(one: FileIdentity, other: FileIdentity | undefined): boolean {
  return one.dev === other?.dev && one.ino === other.ino;
}
