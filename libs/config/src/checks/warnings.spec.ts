import { loadConfig } from '../load-config';
import type { TierName } from './check-tier';
import { warningsOf } from './warnings';

const client = { CLIENT_ID: 'a', CLIENT_SECRET: 'b', REDIRECT_ADDRESS: 'https://flags.example' };
const provider = { ...client, ISSUER_URL: 'https://issuer.example' };

/**
 * The warnings, by what is behind `PENNON_AUTHENTICATION_`; `AUTHORIZATION` is whether that is required.
 *
 * @param others Other settings, by their whole names.
 */
function warnings(
  settings: Readonly<Record<string, string>>,
  others: Readonly<Record<string, string>> = {},
  tier: TierName = 'writer',
): readonly string[] {
  const { AUTHORIZATION = 'false', ...authentication } = settings;
  const all = { SESSION_DOMAIN: 'flags.example', ...authentication };
  const env = Object.entries(all).map(([name, value]) => [`PENNON_AUTHENTICATION_${name}`, value] as const);
  const authorization = { PENNON_AUTHORIZATION_REQUIRED: AUTHORIZATION };
  const { config } = loadConfig({
    env: { ...Object.fromEntries(env), ...authorization, ...others },
    root: '/nonexistent',
  });
  return warningsOf(config, tier);
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
const orchestrator = under('ORCHESTRATOR', { ENABLED: 'true', SERVICE_ACCOUNT_TOKEN_PATH: __filename });
const oidc = { ...under('OIDC', { ENABLED: 'true' }), ...under('OIDC_PROVIDERS_A', provider) };
const codehost = under('CODEHOST', { ENABLED: 'true', SCOPES: 'read:org', ...client });
/** Without a method the start is refused. */
const required = { REQUIRED: 'true', METHODS_TOKEN_ENABLED: 'true' };
const cors = { PENNON_CORS_ENABLED: 'true' };

describe('a configuration', () => {
  it('warns of nothing when nothing is asked for', () => {
    expect(warnings({})).toEqual([]);
    expect(warnings(required)).toEqual([]);
  });

  it('warns of pages of any origin where nobody has to show anything', () => {
    expect(warnings({}, cors)).toEqual([expect.stringContaining('every web page')]);
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
      'workloads have no role',
    ],
    [
      'anybody at an identity provider',
      { ...required, ...oidc },
      'everybody with an account at an identity provider',
    ],
    ['a pattern without ^', { ...oidc, METHODS_OIDC_EMAIL_MATCHES: '^a@b$ @example.com$' }, 'not anchored'],
    ['a pattern without $', { ...oidc, METHODS_OIDC_EMAIL_MATCHES: '^.*@example.com' }, 'not anchored'],
    ['anybody at the code host', { ...required, ...codehost }, 'everybody with an account at the code host'],
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
  ])('warns of a secret that can be guessed, and does not repeat it: %s', (name, settings, others) => {
    const [warning = '', ...more] = warnings(settings, others);
    expect(more).toEqual([]);
    expect(warning).toContain(`${name} can be guessed`);
    expect(warning).not.toContain('password12345678');
    expect(warnings(inRandom(settings), inRandom(others))).toEqual([]);
  });

  it.each<[string, Record<string, string>]>([
    ['the issuer of JSON web tokens', { ...required, ...jwt, METHODS_JWT_VALIDATE_CLAIMS_ISSUER: 'a' }],
    ['their audience', { ...required, ...jwt, METHODS_JWT_VALIDATE_CLAIMS_AUDIENCES: 'a' }],
    ['JSON web tokens that nobody looks at', jwt],
    ['the names of workloads', { ...orchestrator, METHODS_ORCHESTRATOR_ALLOWED_SERVICE_ACCOUNTS: 'a/*' }],
    ['email addresses', { ...required, ...oidc, METHODS_OIDC_EMAIL_MATCHES: '^.*@example.com$' }],
    [
      'what people may do',
      {
        ...required,
        ...oidc,
        ...codehost,
        METHODS_OIDC_PROVIDERS_A_ROLES: 'team=editor',
        METHODS_CODEHOST_ROLES: 'acme=viewer',
        AUTHORIZATION: 'true',
      },
    ],
    ['organizations', { ...required, ...codehost, METHODS_CODEHOST_ALLOWED_ORGANIZATIONS: 'a' }],
  ])('does not warn when the operator has narrowed %s', (_, settings) => {
    expect(warnings(settings)).toEqual([]);
  });

  const inRoles = { ...required, AUTHORIZATION: 'true' };
  const withoutProvider = under('OIDC', { ENABLED: 'true' });

  it.each<[string, Record<string, string>, string]>([
    ['OIDC without a provider', { ...required, ...withoutProvider }, 'enabled without a provider'],
    ['OIDC without a provider, with roles', { ...inRoles, ...withoutProvider }, 'enabled without a provider'],
    [
      'an issuer on plain HTTP',
      {
        ...oidc,
        METHODS_OIDC_PROVIDERS_A_ISSUER_URL: 'http://issuer.example',
        METHODS_OIDC_EMAIL_MATCHES: '^a@b$',
      },
      'authentication.methods.oidc.providers.a.issuer_url must be an https URL',
    ],
    [
      'a code host on plain HTTP',
      { ...codehost, METHODS_CODEHOST_API_URL: 'http://git.example/api' },
      'authentication.methods.codehost.api_url must be an https URL',
    ],
    [
      'an allowed organization none of whose teams is allowed',
      {
        ...codehost,
        METHODS_CODEHOST_ALLOWED_ORGANIZATIONS: 'acme globex',
        METHODS_CODEHOST_ALLOWED_TEAMS_ACME: 'web',
      },
      'no member of the organization "globex" can log in',
    ],
  ])('warns of a login method that lets nobody in: %s', (_, settings, warning) => {
    expect(warnings(settings)).toEqual([expect.stringContaining(warning)]);
  });

  const allowed = { ...orchestrator, METHODS_ORCHESTRATOR_ALLOWED_SERVICE_ACCOUNTS: 'a/*' };
  const withIssuer = { ...required, ...jwt, METHODS_JWT_VALIDATE_CLAIMS_ISSUER: 'a' };

  it.each([
    ['that is not there yet', '/nonexistent/token', 'names no file'],
    ['that is a directory', __dirname, "can't be used: EISDIR"],
  ])('warns of a token of this server %s', (_, path, reason) => {
    const method = 'authentication.methods';
    expect(warnings({ ...allowed, METHODS_ORCHESTRATOR_SERVICE_ACCOUNT_TOKEN_PATH: path })).toEqual([
      expect.stringContaining(`${method}.orchestrator.service_account_token_path ${reason}`),
    ]);
    expect(warnings({ ...withIssuer, METHODS_JWT_TOKEN_PATH: path })).toEqual([
      expect.stringContaining(`${method}.jwt.token_path ${reason}`),
    ]);
  });

  it('does not warn of a token that is read, or that this server does not use', () => {
    const missing = '/nonexistent/token';
    expect(warnings({ ...withIssuer, METHODS_JWT_TOKEN_PATH: __filename })).toEqual([]);
    expect(warnings({ ...withIssuer, REQUIRED: 'false', METHODS_JWT_TOKEN_PATH: missing })).toEqual([]);
    const atReader = { ...allowed, METHODS_ORCHESTRATOR_SERVICE_ACCOUNT_TOKEN_PATH: missing };
    expect(warnings(atReader, {}, 'reader')).toEqual([]);
  });

  it.each<[string, Record<string, string>, string]>([
    ['a provider without roles', oidc, 'authentication.methods.oidc.providers.a.roles'],
    [
      'a code host without roles, though organizations are allowed',
      { ...codehost, METHODS_CODEHOST_ALLOWED_ORGANIZATIONS: 'acme' },
      'authentication.methods.codehost.roles',
    ],
    [
      'JSON web tokens whose claims count for nothing',
      { ...jwt, METHODS_JWT_COPY_CLAIMS: 'false', METHODS_JWT_VALIDATE_CLAIMS_ISSUER: 'a' },
      'authentication.methods.jwt.roles',
    ],
  ])('warns of a login method that gives nobody a role: %s', (_, settings, key) => {
    expect(warnings({ ...inRoles, ...settings })).toEqual([expect.stringContaining(`set ${key}`)]);
  });

  it('warns of counting by a reader that has nowhere to send counts', () => {
    const counting = { PENNON_ANALYTICS_ENABLED: 'true' };
    expect(warnings({}, counting, 'reader')).toEqual([expect.stringContaining('analytics.writer.address')]);
    expect(warnings({}, counting)).toEqual([]);
  });
});
