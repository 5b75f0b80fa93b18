import { setTimeout as delay } from 'node:timers/promises';
import { cutConnections } from '../../support/database-server';
import { apiAt, jsonOf } from '../../support/http';
import { useServer } from '../../support/use-server';

/** How often all connections are cut at least, and the pause after each time in milliseconds. */
const CUTS = 25;
const PAUSE_MS = 80;

/** The writes that each client must see acknowledged between the cuts. */
const WRITES = 2;

const server = useServer();

/** The namespaces, each with a flag that one client turns on and off, and how it does so. */
const writers: Readonly<Record<string, (enabled: boolean) => { verb: string; path: string; body: object }>> =
  {
    default: (enabled) => ({
      verb: 'PUT',
      path: '/api/v1/namespaces/default/flags/beta',
      body: { name: 'Beta', enabled },
    }),
    imported: (enabled) => ({
      verb: 'POST',
      path: '/api/v1/namespaces/imported/document',
      body: {
        document: JSON.stringify({
          version: '1.4',
          flags: [{ key: 'beta', name: 'Beta', type: 'BOOLEAN_FLAG_TYPE', enabled }],
        }),
      },
    }),
  };

async function send(verb: string, path: string, body: object): Promise<{ status: number; json: unknown }> {
  const answer = await apiAt(server.url).send({ verb, path, body: JSON.stringify(body) });
  return { status: answer.status, json: answer.status === 200 ? jsonOf(answer) : undefined };
}

/** What evaluation says of the flag; a number is the status of a refusal. */
async function isEnabled(namespaceKey: string): Promise<boolean | number> {
  const request = { namespaceKey, flagKey: 'beta', entityId: 'me' };
  const { status, json } = await send('POST', '/evaluate/v1/boolean', request);
  return status === 200 ? (json as { enabled: boolean }).enabled : status;
}

test('connections that are cut fail no evaluation, and what was acknowledged is seen', async () => {
  const flag = { key: 'beta', name: 'Beta', type: 'BOOLEAN_FLAG_TYPE', enabled: false };
  expect(await send('POST', '/api/v1/namespaces/default/flags', flag)).toMatchObject({ status: 200 });
  const first = writers.imported?.(false) ?? { verb: '', path: '', body: {} };
  expect(await send(first.verb, first.path, first.body)).toMatchObject({ status: 200 });

  let isOver = false;
  const complaints: unknown[] = [];
  const acknowledged = { default: 0, imported: 0 };
  const writing = Object.entries(writers).map(async ([namespaceKey, write]) => {
    for (let round = 1; !isOver; round++) {
      const wanted = round % 2 === 1;
      const { verb, path, body } = write(wanted);
      const { status } = await send(verb, path, body);
      if (status === 200) {
        acknowledged[namespaceKey as keyof typeof acknowledged]++;
        const seen = await isEnabled(namespaceKey);
        if (seen !== wanted) complaints.push({ namespaceKey, round, wanted, seen });
      } else if (status !== 503) complaints.push({ namespaceKey, round, status });
    }
  });
  const evaluating = [...Object.keys(writers), ...Object.keys(writers)].map(async (namespaceKey) => {
    while (!isOver) {
      const seen = await isEnabled(namespaceKey);
      if (typeof seen === 'number') complaints.push({ namespaceKey, seen });
    }
  });
  const fewest = (): number => Math.min(...Object.values(acknowledged));
  for (let cut = 0; cut < CUTS || fewest() < WRITES; cut++) {
    await cutConnections(server.databaseUrl);
    // Where a write takes longer than a pause, each is cut; so pauses grow until enough of them went through.
    await delay(PAUSE_MS * Math.max(1, cut - CUTS));
  }
  isOver = true;
  await Promise.all([...writing, ...evaluating]);

  expect(complaints).toEqual([]);
  expect(server.logged().filter((line) => line.includes('refuses writes'))).toEqual([]);
});
