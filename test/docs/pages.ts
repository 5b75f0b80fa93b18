import { readFileSync } from 'node:fs';
import { BOOTSTRAP_TOKEN } from '../support/auth-server';
import { eventually } from '../support/eventually';
import { addFlag } from '../support/flags';
import { apiAt, jsonOf, jsonRequest, type Request } from '../support/http';
import { type Workplace } from './workplace';

/** What is there before the first example of a page runs, and what its scripts stand in. */
export interface PagePlan {
  /** Settings of the server, which may name the home directory of the examples. */
  readonly settings?: (directory: string) => Readonly<Record<string, string>>;
  /** Variables that the examples read. */
  readonly env?: Readonly<Record<string, string>>;
  /** Makes what the page takes for granted. */
  readonly prepare?: (workplace: Workplace) => Promise<void>;
  /** JavaScript before and after each script of the page: what it is given, and what must have come of it. */
  readonly script?: { readonly given?: string; readonly then: string };
}

/** Pages whose examples need more than an empty server. */
export const plans: Readonly<Record<string, PagePlan>> = {
  'README.md': { script: { then: `if (typeof enabled !== 'boolean') throw new Error(String(enabled));` } },
  'docs/analytics.md': {
    settings: () => ({
      PENNON_ANALYTICS_ENABLED: 'true',
      PENNON_ANALYTICS_BUFFER_FLUSH_PERIOD: '1s',
    }),
    async prepare(workplace) {
      const api = apiAt(workplace.server.url);
      await addFlag(api, { key: 'checkout', type: 'BOOLEAN_FLAG_TYPE' });
      const question = { namespaceKey: 'default', flagKey: 'checkout', entityId: 'a' };
      await api.send(jsonRequest('POST', '/evaluate/v1/boolean', question));
      // Counts are written a moment later.
      await eventually(async () => {
        const { body } = await api.send({
          path: '/internal/v1/analytics/namespaces/default/flags/checkout/values',
        });
        if (!body.includes('lastEvaluatedAt')) throw new Error('the evaluation is not counted');
      });
    },
  },
  'docs/audit.md': {
    settings: (directory) => ({
      PENNON_AUDIT_SINKS_LOG_ENABLED: 'true',
      PENNON_AUDIT_SINKS_LOG_FILE: `${directory}/audit.log`,
      // Nobody is there, so that nothing is refused either.
      PENNON_AUDIT_SINKS_WEBHOOK_ENABLED: 'true',
      PENNON_AUDIT_SINKS_WEBHOOK_URL: 'http://127.0.0.1:9',
    }),
    async prepare(workplace) {
      const api = apiAt(workplace.server.url);
      await addFlag(api, { key: 'checkout', enabled: false });
      await api.send(
        jsonRequest('PUT', '/api/v1/namespaces/default/flags/checkout', { name: 'Checkout', enabled: true }),
      );
      // The sink gets events a moment later.
      await eventually(async () => {
        const { exitCode, stderr } = await workplace.shell('grep -q updated /var/log/pennon/audit.log');
        if (exitCode !== 0) throw new Error(`the event is not in the file: ${stderr}`);
      });
    },
    script: {
      given: `
        const [secret, body] = ['secret', '{}'];
        const signature = '77325902caca812dc259733aacd046b73817372c777b8d95b402647474516e13';`,
      then: `if (!isGenuine) throw new Error('a genuine signature is refused');`,
    },
  },
  'docs/authentication.md': {
    settings: () => ({
      PENNON_AUTHENTICATION_REQUIRED: 'true',
      PENNON_AUTHENTICATION_METHODS_TOKEN_ENABLED: 'true',
      PENNON_AUTHENTICATION_METHODS_TOKEN_BOOTSTRAP_TOKEN: BOOTSTRAP_TOKEN,
    }),
    env: { TOKEN: BOOTSTRAP_TOKEN },
  },
  'docs/changes.md': {
    settings: () => ({
      PENNON_AUTHENTICATION_REQUIRED: 'true',
      PENNON_AUTHENTICATION_METHODS_TOKEN_ENABLED: 'true',
      PENNON_AUTHENTICATION_METHODS_TOKEN_BOOTSTRAP_TOKEN: BOOTSTRAP_TOKEN,
      PENNON_AUTHORIZATION_REQUIRED: 'true',
    }),
    env: { BASH_ENV: 'variables.sh' },
    prepare: prepareChanges,
  },
  'docs/clients.md': {
    prepare: importing('clients.yaml'),
    script: { then: `if (colour !== 'orange') throw new Error(colour);` },
  },
  'docs/command-line.md': { prepare: writing('command-line.yaml', 'shop.yaml') },
  'docs/explaining.md': { prepare: importing('explaining.yaml') },
  'docs/quick-start.md': { script: { then: `if (variantKey !== 'express') throw new Error(variantKey);` } },
  'docs/migrating-from-flipt.md': { prepare: writing('command-line.yaml', 'flags.yaml') },
};

/** Puts a document into the home directory, under the name that the page has for it. */
function writing(document: string, name: string): (workplace: Workplace) => Promise<void> {
  return async (workplace) => {
    workplace.write(name, readFileSync(`test/docs/documents/${document}`, 'utf8'));
    return Promise.resolve();
  };
}

/** Has the server import a document. */
function importing(document: string): (workplace: Workplace) => Promise<void> {
  return async (workplace) => {
    await writing(document, 'document.yaml')(workplace);
    const { exitCode, stderr } = await workplace.shell(
      'pennon import --address http://localhost:8080 document.yaml',
    );
    if (exitCode !== 0) throw new Error(stderr);
  };
}

/** Makes revisions to look at, and has calls without a token be those of an administrator. */
async function prepareChanges(workplace: Workplace): Promise<void> {
  const { url } = workplace.server;
  const api = apiAt(url);
  const headers = { authorization: `Bearer ${BOOTSTRAP_TOKEN}` };
  const send = async (request: Request): Promise<unknown> => jsonOf(await api.send({ ...request, headers }));
  const flag = (key: string) => ({ key, name: key, type: 'BOOLEAN_FLAG_TYPE' });
  const shop = '/api/v1/namespaces/default';
  await send(jsonRequest('POST', '/api/v1/namespaces', { key: 'staging', name: 'Staging' }));
  await send(jsonRequest('POST', '/api/v1/namespaces/staging/flags', flag('search')));
  for (const key of ['checkout', 'banner']) await send(jsonRequest('POST', `${shop}/flags`, flag(key)));
  await send(jsonRequest('PUT', `${shop}/flags/checkout`, { name: 'Checkout', enabled: true }));
  const metadata = { 'io.service.auth.role': 'editor, approver' };
  const reviewer = jsonRequest('POST', '/auth/v1/method/token', { name: 'reviewer', metadata });
  const { clientToken } = (await send(reviewer)) as { clientToken: string };
  const latestOf = (noun: string): string =>
    `$(curl "$API/${noun}?limit=1" | sed -n 's/^{"${noun}":\\[{"id":"\\([^"]*\\).*/\\1/p')`;
  const variables = [
    `API=${url}${shop}`,
    `REVIEWER=${clientToken}`,
    `CHANGE=${latestOf('changes')}`,
    `SERIES=${latestOf('series')}`,
  ];
  workplace.write('variables.sh', variables.join('\n'));
  const curl = [
    'silent',
    'show-error',
    'fail-with-body',
    `cookie = "service_client_token=${BOOTSTRAP_TOKEN}"`,
  ];
  workplace.write('.curlrc', curl.join('\n'));
}
