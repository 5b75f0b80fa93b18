import { createServerDatabase, dropServerDatabase } from '../support/database-server';
import { addFlag } from '../support/flags';
import { apiAt, jsonOf } from '../support/http';
import { staleAnswers } from '../support/stale-answers';
import { useWorkers } from '../support/use-workers';
import { workersOf } from '../support/worker-processes';
import { describeWithServers } from './support/describe-with-servers';

describeWithServers(['postgres'], 'two workers of each tier on PostgreSQL', () => {
  let url: string;
  beforeAll(async () => {
    url = await createServerDatabase('postgres');
  });
  afterAll(async () => dropServerDatabase(url));

  const env = (): Readonly<Record<string, string>> => ({ PENNON_DB_URL: url, PENNON_SERVER_WORKERS: '2' });
  const writer = useWorkers(() => ({ env: env() }));
  const reader = useWorkers(() => ({ tier: 'reader', env: env() }));

  it('are equal: each evaluates what was acknowledged by any', async () => {
    expect(workersOf(writer.server.pid)).toHaveLength(2);
    await addFlag(writer.api, { key: 'hammered', type: 'BOOLEAN_FLAG_TYPE' });
    const grpc = [...writer.grpc, ...reader.grpc];
    expect(await staleAnswers({ api: writer.api, grpc, flagKey: 'hammered', writes: 20 })).toEqual([]);
  });

  it('refuse on the read tier what the write tier answers', async () => {
    expect(workersOf(reader.server.pid)).toHaveLength(2);
    for (const path of ['/api/v1/namespaces/default/flags', '/auth/v1/tokens']) {
      const answer = await apiAt(reader.server.url).send({ path });
      expect(answer.status).toBe(404);
      expect(jsonOf(answer)).toMatchObject({ message: expect.stringContaining('write tier') as string });
    }
  });
});
