import { join } from 'node:path';
import { type Config, type StorageConfig } from '@pennon/config';
import { asFolder, openObjectStore, storageTarget } from '@pennon/object-store';
import { DeclarativeSource, type DeclarativePlaces } from './declarative-source';
import { DirectoryStore } from './directory/directory-store';

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
