import { renameSync } from 'node:fs';
import { isSqlite } from '../../support/database-server';
import { eventually } from '../../support/eventually';
import { apiAt, jsonOf } from '../../support/http';
import { useWorkers } from '../../support/use-workers';

/** Parts of an instance, as its health shows them. */
type Parts = Readonly<Record<string, { readonly state: string; readonly reason?: string }>>;

(isSqlite ? describe : describe.skip)('the health of three workers on a SQLite file', () => {
  const workers = useWorkers(() => ({ env: { PENNON_SERVER_WORKERS: '3' } }));

  /** Of each worker: new connections are handed out in turn. */
  async function parts(): Promise<readonly Parts[]> {
    const answers = await Promise.all(
      [1, 2, 3].map(async () => apiAt(workers.server.url).send({ path: '/health/ready' })),
    );
    return answers.map((answer) => (jsonOf(answer) as { readonly parts: Parts }).parts);
  }

  test('tells of writes, whichever answers, also when the one that writes cannot', async () => {
    await eventually(async () => {
      const found = await parts();
      // Both kinds have answered.
      expect(found.filter(({ leader }) => leader === undefined)).toHaveLength(1);
      expect(found.map(({ writes }) => writes)).toEqual([1, 2, 3].map(() => ({ state: 'up' })));
    });
    const { pathname } = new URL(workers.server.databaseUrl);
    renameSync(pathname, `${pathname}.elsewhere`);
    await eventually(async () => {
      const reason = expect.stringContaining('was deleted or moved while it was open') as string;
      expect((await parts()).map(({ writes }) => writes)).toEqual(
        [1, 2, 3].map(() => ({ state: 'down', reason })),
      );
    });
  });
});
