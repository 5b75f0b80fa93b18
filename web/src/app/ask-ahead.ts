import { type QueryClient } from '@tanstack/react-query';
import { matchPath, parsePath } from 'react-router';
import { flagsQuery } from '@/api/flags';
import { namespacesQuery } from '@/api/namespaces';
import { sessionQuery } from '@/api/session';

/**
 * Asks for what the first page shows while the file of that page is on its way, in the order in which the page would:
 * nothing of a namespace before it is known who asks. Who needs an answer finds it in the client, and
 * who finds none asks again: errors are theirs to tell.
 *
 * @param address That of the page within the dashboard, such as `/namespaces/default/flags?q=new`.
 */
export async function askAhead(client: QueryClient, address: string): Promise<void> {
  const session = await client.query(sessionQuery()).catch(() => undefined);
  if (session === undefined || session.kind === 'signed-out') return;
  const { pathname = '' } = parsePath(address);
  const { namespaceKey } = matchPath('/namespaces/:namespaceKey/flags', pathname)?.params ?? {};
  await Promise.allSettled([
    client.query(namespacesQuery()),
    namespaceKey !== undefined && client.query(flagsQuery(namespaceKey)),
  ]);
}
