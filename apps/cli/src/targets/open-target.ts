import { DatabaseTokenStore, UnitOfWork } from '@pennon/storage';
import { type Given } from '../command-line/given';
import { loadSettings } from '../settings';
import { DatabaseTarget } from './database-target';
import { openForReading, openForWriting } from './open-database';
import { serverOf } from './server-of';
import { ServerTarget } from './server-target';
import { type Target } from './target';

/** The running server that the command line names, or else the database of the settings. */
export async function openTarget(given: Given, purpose: 'read' | 'write'): Promise<Target> {
  const server = serverOf(given);
  if (server !== undefined) return new ServerTarget(server);
  const config = loadSettings(given);
  const { database, sink, close } = await (purpose === 'write' ? openForWriting : openForReading)(config);
  const unitOfWork = new UnitOfWork(database);
  return new DatabaseTarget(
    config.db.location,
    unitOfWork,
    async (namespaceKey, work) => {
      const changed = await unitOfWork.change(namespaceKey, undefined, work);
      sink?.publish({ kind: 'namespace', namespaceKey });
      return changed;
    },
    new DatabaseTokenStore(database),
    close,
  );
}
