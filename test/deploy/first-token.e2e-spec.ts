import { addFlag } from '../support/flags';
import { bearing } from '../support/auth-server';
import { useFakeCluster } from '../support/fake-cluster';
import { firstTokenIn } from '../support/first-token';
import { apiAt, jsonOf, jsonRequest } from '../support/http';
import { startServer, type TestServer } from '../support/server';
import { manifestsIn } from './plain-manifests';
import { containersOf, variablesOf, type Container } from './workload';

jest.setTimeout(60_000);

const question = jsonRequest('POST', '/evaluate/v1/boolean', { flagKey: 'first', entityId: 'me' });

const plainWriter = manifestsIn('kubernetes')['writer.yaml'] ?? [];
const cluster = useFakeCluster();

let server: TestServer | undefined;

afterEach(async () => {
  // What a cluster waits for before it stops a pod is not waited for.
  await server?.stop('SIGKILL');
});

function writerOf(manifests: readonly unknown[]): Container {
  const found = containersOf(manifests).find(({ container }) => container.name === 'writer');
  if (found === undefined) throw new Error('there is no writer');
  return found.container;
}

/** Starts what the container starts, with exactly its settings, but for places that only a cluster has. */
async function start(variables: Readonly<Record<string, string>>): Promise<TestServer> {
  const settings = Object.entries(variables).filter(([name]) => name !== 'PENNON_DB_URL');
  const method = 'PENNON_AUTHENTICATION_METHODS_ORCHESTRATOR';
  const inCluster = {
    [`${method}_DISCOVERY_URL`]: cluster.url,
    [`${method}_CA_PATH`]: cluster.certificates.caFile,
    [`${method}_SERVICE_ACCOUNT_TOKEN_PATH`]: cluster.tokenFile,
  };
  const hasCluster = variables[`${method}_ENABLED`] === 'true';
  return startServer({ env: { ...Object.fromEntries(settings), ...(hasCluster && inCluster) } });
}

test('the plain manifests lead to a first token, by which a flag is made and evaluated', async () => {
  server = await start(variablesOf(writerOf(plainWriter)));
  const anonymous = apiAt(server.url);
  expect((await anonymous.send(question)).status).toBe(401);
  const api = bearing(anonymous, firstTokenIn(server.output()));
  await addFlag(api, { key: 'first', type: 'BOOLEAN_FLAG_TYPE' });
  expect(jsonOf(await api.send(question))).toMatchObject({ enabled: true });
  expect(server.output()).not.toContain('settings without effect');
});

test('the plain manifests let in the workloads that they name', async () => {
  server = await start(variablesOf(writerOf(plainWriter)));
  const login = jsonRequest('POST', '/auth/v1/method/orchestrator/serviceaccount', {
    service_account_token: cluster.tokenOf({ aud: ['pennon'] }),
  });
  const answer = await apiAt(server.url).send(login);
  expect(answer.status).toBe(200);
  const { clientToken } = jsonOf(answer) as { readonly clientToken: string };
  const own = await bearing(apiAt(server.url), clientToken).send({ path: '/auth/v1/self' });
  expect(jsonOf(own)).toMatchObject({ method: 'METHOD_ORCHESTRATOR' });
});
