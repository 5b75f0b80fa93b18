import { type Given } from '../command-line/given';
import { loadSettings } from '../settings';
import { openForReading, openForWriting } from '../targets/open-database';
import { serverOf } from '../targets/server-of';
import { DatabaseTokenDesk } from './database-token-desk';
import { ServerTokenDesk } from './server-token-desk';
import { type TokenDesk } from './token-desk';

/** Has work done at the desk that the command line names, which is closed afterwards. */
export async function withTokenDesk<T>(
  given: Given,
  purpose: 'read' | 'write',
  work: (desk: TokenDesk) => Promise<T>,
): Promise<T> {
  const desk = await openDesk(given, purpose);
  try {
    return await work(desk);
  } finally {
    await desk.close();
  }
}

async function openDesk(given: Given, purpose: 'read' | 'write'): Promise<TokenDesk> {
  const server = serverOf(given);
  if (server !== undefined) return new ServerTokenDesk(server);
  const config = loadSettings(given);
  const { database, sink, close } = await (purpose === 'write' ? openForWriting : openForReading)(config);
  return new DatabaseTokenDesk(database, sink, close);
}
