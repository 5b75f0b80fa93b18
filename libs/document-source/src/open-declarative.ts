import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Config, StorageConfig } from '@pennon/config';
import { UnavailableError } from '@pennon/domain';
import { asFolder, openObjectStore, storageTarget } from '@pennon/publication';
import { waitAfterFailures } from '@pennon/platform';
import { type DeclarativePlaces, DeclarativeSource } from './declarative-source';
import { DirectoryStore } from './directory-store';

/** Where the documents lie, for people and without secrets; undefined where the storage is a database. */
export function locationOf({ type, local, object }: StorageConfig): string | undefined {
  switch (type) {
    case 'database':
      return undefined;
    case 'local':
      return resolve(local.path);
    case 'object':
      return `s3://${object.s3.bucket ?? ''}/${object.s3.prefix}`;
  }
}

/** How often they are looked at, in milliseconds; undefined where the storage is a database. */
export function pollIntervalOf({ type, local, object }: StorageConfig): number | undefined {
  switch (type) {
    case 'database':
      return undefined;
    case 'local':
      return local.pollInterval;
    case 'object':
      return object.s3.pollInterval;
  }
}

/** The program of the thread that reads documents, where this lib is compiled. */
const PROGRAM = join(__dirname, 'thread', 'document-thread.js');

/** Most memory that reading documents may take, in MiB: 20,000 flags as YAML, many times that as JSON. */
const MAX_MEMORY_MIB = 1024;

/** For so long a file that was changed is watched for further changes, in milliseconds. */
const SETTLE_MS = 200;

/**
 * The source of snapshots that the settings name, where it is a directory or a bucket; undefined where it is a
 * database. Nothing is read yet.
 *
 * @param program Of the thread that reads documents, where this code runs without having been compiled.
 */
export function openDeclarative(config: Config, program: string = PROGRAM): DeclarativeSource | undefined {
  const { storage, document, authentication } = config;
  if (storage.type === 'database') return undefined;
  const { maxLength } = document;
  return new DeclarativeSource(placesOf(storage), {
    limits: {
      maxObjectBytes: storage.object.maxObjectBytes,
      maxDocumentLength: { json: maxLength, yaml: maxLength / 4 },
    },
    worker: { program, maxMemoryMiB: MAX_MEMORY_MIB },
    settleMs: storage.type === 'local' ? SETTLE_MS : 0,
    tokenGraceMs: authentication.records.outageGrace,
  });
}

function placesOf(storage: StorageConfig): DeclarativePlaces {
  if (storage.type === 'local') {
    const directory = new DirectoryStore(storage.local.path);
    return { location: directory.location, files: directory, publication: directory };
  }
  const target = storageTarget(storage);
  const folder = asFolder(target);
  const files = openObjectStore(target);
  const publication = folder.prefix === target.prefix ? files : openObjectStore(folder);
  return { location: files.location, files, publication };
}

/** How a source is waited for. */
export interface WaitOptions {
  /** Called with the reason when it has to be waited, and again when the reason is another. */
  readonly onWait: (reason: string) => void;
  /** Ends the waiting: opening then rejects. */
  readonly signal?: AbortSignal | undefined;
}

/** Has the source read for the first time, as often as it takes, with growing pauses in between. */
export async function openWhenReady(
  source: DeclarativeSource,
  { onWait, signal }: WaitOptions,
): Promise<void> {
  let told: string | undefined;
  for (let failures = 1; ; failures++) {
    try {
      await source.open();
      return;
    } catch (error) {
      if (!(error instanceof UnavailableError)) throw error;
      if (error.message !== told) onWait(error.message);
      told = error.message;
    }
    await delay(waitAfterFailures(failures), undefined, { ...(signal && { signal }) });
  }
}
