import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { containersOf, variablesOf } from '../deploy/workload';
import { describeDrill } from './support/describe-drill';
import { postgresPrograms, PrivatePostgres } from './support/private-postgres';
import { bearing } from '../support/auth-server';
import { makeCertificates, type Certificates } from '../support/certificates';
import { eventually } from '../support/eventually';
import { useFakeCluster } from '../support/fake-cluster';
import { firstTokenIn } from '../support/first-token';
import { Chart } from '../support/helm/chart';
import { apiAt, jsonOf, jsonRequest } from '../support/http';
import { startServer, type TestServer } from '../support/server';

type Env = Readonly<Record<string, string>>;

const METHODS = 'PENNON_AUTHENTICATION_METHODS';
const TOKEN = `${METHODS}_TOKEN_BOOTSTRAP_TOKEN`;

/** Where the database's certificate authority is mounted, as docs/kubernetes.md shows it. */
const AUTHORITY = '/etc/pennon/tls/ca.crt';

const authority = {
  extraVolumes: [{ name: 'authority', configMap: { name: 'company-authority' } }],
  extraVolumeMounts: [{ name: 'authority', mountPath: '/etc/pennon/tls', readOnly: true }],
};

const login = { PENNON_AUTHENTICATION_SESSION_DOMAIN: 'flags.example.com' };
const provider = `${METHODS}_OIDC_PROVIDERS_ACME`;

/** Values, and the methods of login that callers are told of then. */
const installations: Readonly<Record<string, readonly [values: object, methods: readonly string[]]>> = {
  'as it comes': [{}, ['METHOD_TOKEN']],
  'with a token of the operator': [
    { authentication: { bootstrap: { existingSecret: 'first' } } },
    ['METHOD_TOKEN'],
  ],
  'with a certificate authority of the operator': [
    { writer: authority, reader: authority },
    ['METHOD_TOKEN'],
  ],
  'below a path': [{ basePath: '/flags' }, ['METHOD_TOKEN']],
  'with logins at an identity provider': [
    {
      settings: {
        ...login,
        [`${METHODS}_OIDC_ENABLED`]: true,
        [`${provider}_ISSUER_URL`]: 'https://acme.example.com',
        [`${provider}_CLIENT_ID`]: 'pennon',
        [`${provider}_REDIRECT_ADDRESS`]: 'https://flags.example.com',
      },
      secretSettings: { [`${provider}_CLIENT_SECRET`]: { secret: 'acme', key: 'secret' } },
    },
    ['METHOD_TOKEN', 'METHOD_OIDC'],
  ],
  'with logins at a code host': [
    {
      settings: {
        ...login,
        [`${METHODS}_CODEHOST_ENABLED`]: true,
        [`${METHODS}_CODEHOST_CLIENT_ID`]: 'pennon',
        [`${METHODS}_CODEHOST_REDIRECT_ADDRESS`]: 'https://flags.example.com',
      },
      secretSettings: { [`${METHODS}_CODEHOST_CLIENT_SECRET`]: { secret: 'host', key: 'secret' } },
    },
    ['METHOD_TOKEN', 'METHOD_CODEHOST'],
  ],
  'with tokens of an issuer': [
    {
      settings: {
        [`${METHODS}_JWT_ENABLED`]: true,
        [`${METHODS}_JWT_JWKS_URL`]: 'https://issuer.example.com/keys',
        [`${METHODS}_JWT_VALIDATE_CLAIMS_ISSUER`]: 'https://issuer.example.com',
      },
    },
    ['METHOD_TOKEN', 'METHOD_JWT'],
  ],
  'with logins of workloads': [
    { serviceAccountLogin: { enabled: true, allowedServiceAccounts: 'shop/*', tokenReview: true } },
    ['METHOD_TOKEN', 'METHOD_ORCHESTRATOR'],
  ],
};

describeDrill([...postgresPrograms, 'helm'], 'what the chart renders', () => {
  const cluster = useFakeCluster();
  let directory: string;
  let certificates: Certificates;
  let postgres: PrivatePostgres;
  let databases = 0;
  const running: TestServer[] = [];

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'pennon-chart-'));
    certificates = makeCertificates(directory);
    postgres = await PrivatePostgres.create(certificates);
  });

  afterEach(async () => {
    // What a cluster waits for before it stops a pod is not waited for.
    for (const server of running.splice(0)) await server.stop('SIGKILL');
  });

  afterAll(async () => {
    await postgres.remove();
    rmSync(directory, { recursive: true });
  });

  /** The database of an installation, asked for with the authority where one is mounted. */
  async function databaseFor(values: object): Promise<string> {
    const url = await postgres.createDatabase(`flags_${++databases}`);
    return 'writer' in values ? `${url}?sslmode=verify-full&sslrootcert=${AUTHORITY}` : url;
  }

  /** What only a cluster has: places on the disk, and the cluster. */
  function inPlace(variables: Env, url: string): Env {
    const method = `${METHODS}_ORCHESTRATOR`;
    return {
      ...variables,
      PENNON_DB_URL: url.replace(AUTHORITY, certificates.caFile),
      ...('PENNON_SNAPSHOT_DIRECTORY' in variables && {
        PENNON_SNAPSHOT_DIRECTORY: join(directory, `snapshots-${databases}`),
      }),
      ...(variables[`${method}_ENABLED`] === 'true' && {
        [`${method}_DISCOVERY_URL`]: cluster.url,
        [`${method}_CA_PATH`]: cluster.certificates.caFile,
        [`${method}_SERVICE_ACCOUNT_TOKEN_PATH`]: cluster.tokenFile,
      }),
    };
  }

  it.each(Object.entries(installations))(
    '%s: gives a first token, a flag at the writer, and its evaluation at the reader',
    async (_, [values, methods]) => {
      const url = await databaseFor(values);
      const containers = containersOf(new Chart().render(values as Readonly<Record<string, unknown>>));
      const tiers = new Map(containers.map(({ container }) => [container.name, variablesOf(container)]));
      const started: TestServer[] = [];
      for (const tier of ['writer', 'reader'] as const) {
        const server = await startServer({ tier, env: inPlace(tiers.get(tier) ?? {}, url) });
        running.push(server);
        started.push(server);
      }
      const [writer, reader] = started.map((server) => ({
        server,
        base: tiers.get('writer')?.PENNON_SERVER_BASE_PATH ?? '',
      }));
      if (writer === undefined || reader === undefined) throw new Error('a tier is missing');

      const anonymous = apiAt(writer.server.url);
      const token = tiers.get('writer')?.[TOKEN] ?? firstTokenIn(writer.server.output());
      const told = jsonOf(await anonymous.send({ path: `${writer.base}/auth/v1/method` })) as {
        readonly methods: readonly { readonly method: string; readonly enabled: boolean }[];
      };
      expect(told.methods.filter(({ enabled }) => enabled).map(({ method }) => method)).toEqual(methods);

      const flag = { key: 'first', name: 'First', type: 'BOOLEAN_FLAG_TYPE', enabled: true };
      const made = await bearing(anonymous, token).send(
        jsonRequest('POST', `${writer.base}/api/v1/namespaces/default/flags`, flag),
      );
      expect(made.status).toBe(200);
      const question = jsonRequest('POST', `${writer.base}/evaluate/v1/boolean`, {
        flagKey: 'first',
        entityId: 'me',
      });
      await eventually(async () => {
        const answer = await bearing(apiAt(reader.server.url), token).send(question);
        expect(jsonOf(answer)).toMatchObject({ enabled: true });
      });
      for (const { server } of [writer, reader])
        expect(server.output()).not.toContain('settings without effect');
    },
  );
});
