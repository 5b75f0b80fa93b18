import type { ExportConfig, S3Location, StorageConfig } from '@pennon/config';
import type { Clock, OperationLock, TokenRecords } from '@pennon/domain';
import type { ObjectStore } from '../object-store/object-store';
import { exportTarget } from '../object-store/object-store-target';
import { openObjectStore } from '../object-store/s3/s3-object-store';
import type { PublishOutcome } from '../publish-round';
import { Publisher } from '../publisher';
import { documentFeatures, type NamespaceExports } from '@pennon/changes';

/** The settings that say how is exported. */
export interface ExportSettings {
  readonly export: ExportConfig;
  readonly storage: Pick<StorageConfig, 'object'>;
}

/** What exports work on. */
export interface ExportPorts {
  readonly exports: NamespaceExports;
  readonly lock: OperationLock;
  readonly clock: Clock;
  /** Asked only where the settings want tokens. */
  readonly tokens: TokenRecords | undefined;
}

/** A publisher, and the store it writes to, which its user closes. */
export interface OpenPublisher {
  readonly publisher: Publisher;
  readonly store: ObjectStore;
}

/** A publisher for that place. Nothing is connected yet. */
export function openPublisher(
  config: ExportSettings,
  to: S3Location,
  { exports, clock, tokens }: ExportPorts,
): OpenPublisher {
  const { format, keep, includeTokenHashes } = config.export;
  const store = openObjectStore(exportTarget(config.export, to));
  const publisher = new Publisher(store, exports, {
    format,
    keep,
    clock,
    featuresOf: documentFeatures,
    // What readers refuse by default is of no use to them.
    maxDocumentBytes: config.storage.object.maxObjectBytes,
    tokens: includeTokenHashes ? tokens : undefined,
  });
  return { publisher, store };
}

/**
 * Exports once, whoever else does, and puts right what was lost or changed in the store.
 *
 * @throws UnavailableError if the store or the database cannot be used.
 */
export async function publishOnce(
  config: ExportSettings,
  to: S3Location,
  ports: ExportPorts,
  signal?: AbortSignal,
): Promise<PublishOutcome> {
  const { publisher, store } = openPublisher(config, to, ports);
  try {
    return await publisher.publish({ isThorough: true, signal });
  } finally {
    store.close();
  }
}
