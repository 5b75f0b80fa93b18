import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { useFakeCluster } from '../../../support/fake-cluster';
import { runServer } from '../../../support/run-server';

const METHOD = 'PENNON_AUTHENTICATION_METHODS_ORCHESTRATOR';

describe('a start with the orchestrator', () => {
  const cluster = useFakeCluster();

  test.each([
    [
      'certificates that are not there',
      { CA_PATH: '/nonexistent/ca.crt' },
      'ca_path = "/nonexistent/ca.crt": names no file',
    ],
    ['certificates that are none', { CA_PATH: 'no-certificate' }, 'ca_path'],
    ['a URL that others can listen to', { DISCOVERY_URL: 'http://127.0.0.1:1' }, 'discovery_url'],
  ])(
    'fails with %s',
    async (_, changes, reason) => {
      writeFileSync(join(cluster.directory, 'no-certificate'), 'no certificate');
      const settings = {
        ENABLED: 'true',
        DISCOVERY_URL: cluster.url,
        CA_PATH: cluster.certificates.caFile,
        ...changes,
      };
      const env = Object.fromEntries(
        Object.entries(settings).map(([name, value]) => [`${METHOD}_${name}`, value]),
      );
      const { exitCode, stderr } = await runServer({ env, directory: cluster.directory });
      expect([exitCode, stderr]).toEqual([
        1,
        expect.stringContaining(`authentication.methods.orchestrator.${reason}`),
      ]);
    },
    60_000,
  );
});
