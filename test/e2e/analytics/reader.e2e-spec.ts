import { jsonOf } from '../../support/http';
import { useTiers } from '../../support/use-tiers';

describe('a reader that shares the settings of a writer that counts', () => {
  const { writer, reader } = useTiers({ both: { PENNON_ANALYTICS_ENABLED: 'true' } });
  const path = '/internal/v1/analytics/namespaces/default/flags/cart';

  test('says at start, and in its metadata, that it counts nothing, and what is missing', async () => {
    expect(reader.logged('WARN').join('\n')).toContain(
      'analytics.enabled is set, but a reader counts evaluations only if analytics.writer.address is set',
    );
    const [ofReader, ofWriter] = await Promise.all(
      [reader, writer].map(async (server) => jsonOf(await server.send({ path: '/meta/info' }))),
    );
    expect([ofReader, ofWriter]).toEqual([
      expect.objectContaining({ analytics: {} }),
      expect.objectContaining({ analytics: { enabled: true } }),
    ]);
  });

  test('names the write tier to whoever asks for counts', async () => {
    expect((await writer.send({ path })).status).toBe(200);
    const answer = await reader.send({ path });
    expect([answer.status, jsonOf(answer)]).toEqual([
      404,
      expect.objectContaining({ message: expect.stringContaining('is answered by the write tier') }),
    ]);
  });
});
