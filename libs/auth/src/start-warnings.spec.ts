import { Logger } from '@nestjs/common';
import { loadConfig } from '@pennon/config';
import { StartWarnings } from './start-warnings';

const client = { CLIENT_ID: 'a', CLIENT_SECRET: 'b', REDIRECT_ADDRESS: 'https://flags.example' };
const provider = { ...client, ISSUER_URL: 'https://issuer.example' };

/**
 * What the start warns of, by what is behind `PENNON_AUTHENTICATION_`; `AUTHORIZATION` is whether that is required.
 *
 * @param others Other settings, by their whole names.
 */
function warnings(
  settings: Readonly<Record<string, string>>,
  others: Readonly<Record<string, string>> = {},
): readonly string[] {
  const warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue(undefined);
  const { AUTHORIZATION = 'false', ...authentication } = settings;
  const all = { SESSION_DOMAIN: 'flags.example', ...authentication };
  const env = Object.entries(all).map(([name, value]) => [`PENNON_AUTHENTICATION_${name}`, value] as const);
  const authorization = { PENNON_AUTHORIZATION_REQUIRED: AUTHORIZATION };
  const { config } = loadConfig({
    env: { ...Object.fromEntries(env), ...authorization, ...others },
    root: '/nonexistent',
  });
  new StartWarnings(config).run();
  return warn.mock.calls.map(([message]) => String(message));
}

function under(prefix: string, settings: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [`METHODS_${prefix}_${name}`, value]),
  );
}

/** Settings with a random secret in place of the one that may be guessed. */
function inRandom(settings: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [
      name,
      value.replace('password12345678', '6b1f0c8e9a7d4253b1c09e8f7a6d5c4b'),
    ]),
  );
}

const jwt = under('JWT', { ENABLED: 'true', JWKS_URL: 'https://issuer.example/keys' });
const orchestrator = under('ORCHESTRATOR', { ENABLED: 'true' });
const oidc = { ...under('OIDC', { ENABLED: 'true' }), ...under('OIDC_PROVIDERS_A', provider) };
const codehost = under('CODEHOST', { ENABLED: 'true', SCOPES: 'read:org', ...client });
/** Without a method the start is refused. */
const required = { REQUIRED: 'true', METHODS_TOKEN_ENABLED: 'true' };
const cors = { PENNON_CORS_ENABLED: 'true' };

afterEach(() => {
  jest.restoreAllMocks();
});

describe('the start', () => {
  it('warns of nothing when nothing is asked for', () => {
    expect(warnings({})).toEqual([]);
    expect(warnings(required)).toEqual([]);
  });

  it('warns of pages of any origin where nobody has to show anything', () => {
    expect(warnings({}, cors)).toEqual([expect.stringContaining('every page')]);
  });

  it.each<[string, Record<string, string>, Record<string, string>]>([
    ['named origins', {}, { ...cors, PENNON_CORS_ALLOWED_ORIGINS: 'https://a.example' }],
    ['any origin where calls need a credential', required, cors],
  ])('does not warn of pages of %s', (_, settings, others) => {
    expect(warnings(settings, others)).toEqual([]);
  });

  it.each<[string, Record<string, string>, string]>([
    ['JSON web tokens of any issuer for anybody', { ...required, ...jwt }, 'every JSON web token'],
    ['any workload of a cluster', orchestrator, 'every workload of the cluster'],
    [
      'any workload of a cluster that asks for a token for the audience',
      { ...orchestrator, METHODS_ORCHESTRATOR_AUDIENCES: 'a' },
      'every workload of the cluster',
    ],
    [
      'workloads of any namespace',
      { ...orchestrator, METHODS_ORCHESTRATOR_ALLOWED_SERVICE_ACCOUNTS: 'a/* */checkout' },
      'every workload of the cluster',
    ],
    [
      'a role for accounts of any namespace',
      {
        ...orchestrator,
        METHODS_ORCHESTRATOR_ALLOWED_SERVICE_ACCOUNTS: 'a/*',
        METHODS_ORCHESTRATOR_ROLES: '*/admin=admin',
      },
      'accounts in any namespace',
    ],
    [
      'workloads that lack a role',
      {
        ...required,
        ...orchestrator,
        METHODS_ORCHESTRATOR_ALLOWED_SERVICE_ACCOUNTS: 'a/*',
        AUTHORIZATION: 'true',
      },
      'no workload has a role',
    ],
    ['anybody at an identity provider', { ...required, ...oidc }, 'everybody whom an identity provider'],
    ['a pattern without ^', { ...oidc, METHODS_OIDC_EMAIL_MATCHES: '^a@b$ @example.com$' }, 'not anchored'],
    ['a pattern without $', { ...oidc, METHODS_OIDC_EMAIL_MATCHES: '^.*@example.com' }, 'not anchored'],
    ['anybody at the code host', { ...required, ...codehost }, 'everybody with an account'],
  ])('warns of %s', (_, settings, warning) => {
    expect(warnings(settings)).toEqual([expect.stringContaining(warning)]);
  });

  const sink = { PENNON_AUDIT_SINKS_WEBHOOK_ENABLED: 'true' };
  const url = 'https://audit.example';

  it.each<[string, Record<string, string>, Record<string, string>]>([
    [
      'authentication.methods.token.bootstrap.token',
      { ...required, METHODS_TOKEN_BOOTSTRAP_TOKEN: 'password12345678' },
      {},
    ],
    [
      'a signing_secret of audit.sinks.webhook',
      {},
      {
        ...sink,
        PENNON_AUDIT_SINKS_WEBHOOK_URL: url,
        PENNON_AUDIT_SINKS_WEBHOOK_SIGNING_SECRET: 'password12345678',
      },
    ],
    [
      'a signing_secret of audit.sinks.webhook',
      {},
      {
        ...sink,
        PENNON_AUDIT_SINKS_WEBHOOK_TARGETS_A_URL: url,
        PENNON_AUDIT_SINKS_WEBHOOK_TARGETS_A_SIGNING_SECRET: 'password12345678',
      },
    ],
  ])('warns of a secret that may be guessed, and does not repeat it: %s', (name, settings, others) => {
    const [warning = '', ...more] = warnings(settings, others);
    expect(more).toEqual([]);
    expect(warning).toContain(`${name} may be guessed`);
    expect(warning).not.toContain('password12345678');
    jest.restoreAllMocks();
    expect(warnings(inRandom(settings), inRandom(others))).toEqual([]);
  });

  it.each<[string, Record<string, string>]>([
    ['the issuer of JSON web tokens', { ...required, ...jwt, METHODS_JWT_VALIDATE_CLAIMS_ISSUER: 'a' }],
    ['their audience', { ...required, ...jwt, METHODS_JWT_VALIDATE_CLAIMS_AUDIENCES: 'a' }],
    ['JSON web tokens that nobody looks at', jwt],
    ['the names of workloads', { ...orchestrator, METHODS_ORCHESTRATOR_ALLOWED_SERVICE_ACCOUNTS: 'a/*' }],
    ['email addresses', { ...required, ...oidc, METHODS_OIDC_EMAIL_MATCHES: '^.*@example.com$' }],
    ['what people may do', { ...required, ...oidc, ...codehost, AUTHORIZATION: 'true' }],
    ['organizations', { ...required, ...codehost, METHODS_CODEHOST_ALLOWED_ORGANIZATIONS: 'a' }],
  ])('does not warn when the operator has narrowed %s', (_, settings) => {
    expect(warnings(settings)).toEqual([]);
  });
});
