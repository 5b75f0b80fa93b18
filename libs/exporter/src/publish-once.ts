import { type S3Location } from '@pennon/config';
import { type PublishOutcome } from '@pennon/publication';
import { type ExportPorts, type ExportSettings, openPublisher } from './open-publisher';

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
