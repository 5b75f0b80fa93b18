import { loadConfig, type Config } from '@pennon/config';
import { InstanceDescription } from './instance-description';
import { VERSION } from '@pennon/platform';

function configWith(env: NodeJS.ProcessEnv = {}): Config {
  return loadConfig({ env: { HOME: '/nonexistent', ...env }, root: '/nonexistent' }).config;
}

function infoWith(env?: NodeJS.ProcessEnv): unknown {
  return new InstanceDescription(configWith(env)).info();
}

function configurationWith(env?: NodeJS.ProcessEnv): unknown {
  return new InstanceDescription(configWith(env)).configuration();
}

/** Names of all members, at any depth. */
function memberNames(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [name, ...memberNames(member)]);
}

describe('what an instance says it is', () => {
  it('has a version, and names its runtime where clients look for Go’s', () => {
    expect(infoWith()).toMatchObject({ version: VERSION, goVersion: expect.stringMatching(/^node v\d/) });
  });

  it('has the members that are always there', () => {
    expect(infoWith()).toMatchObject({
      updateAvailable: false,
      isRelease: true,
      authentication: { required: false },
      storage: { type: 'database' },
      ui: { theme: 'system' },
    });
  });

  it('says that it is read-only only when it is', () => {
    expect(infoWith()).not.toHaveProperty('storage.readOnly');
    expect(infoWith({ PENNON_STORAGE_READ_ONLY: 'true' })).toHaveProperty('storage.readOnly', true);
  });

  it('says that it counts evaluations only when it does', () => {
    expect(infoWith()).toHaveProperty('analytics', {});
    expect(infoWith({ PENNON_ANALYTICS_ENABLED: 'true' })).toHaveProperty('analytics', { enabled: true });
  });

  it('tells the colour of the top bar only when there is one', () => {
    expect(infoWith()).not.toHaveProperty('ui.topbarColor');
    expect(infoWith({ PENNON_UI_TOPBAR_COLOR: '#ff0000' })).toHaveProperty('ui.topbarColor', '#ff0000');
    expect(infoWith()).not.toHaveProperty('ui.topbarLabel');
    expect(infoWith({ PENNON_UI_TOPBAR_LABEL: 'dev' })).toHaveProperty('ui.topbarLabel', 'dev');
  });
});

describe('the configuration an instance shows', () => {
  it('has every section that clients expect', () => {
    expect(Object.keys(configurationWith() as object).sort()).toEqual([
      'analytics',
      'audit',
      'authentication',
      'authorization',
      'cache',
      'cors',
      'db',
      'diagnostics',
      'experimental',
      'log',
      'meta',
      'metrics',
      'server',
      'storage',
      'tracing',
      'ui',
    ]);
  });

  it.each(['log', 'ui', 'authentication', 'audit', 'cache', 'cors', 'server', 'storage', 'db', 'tracing'])(
    'says something in the section %s',
    (section) => {
      const sections = configurationWith() as Readonly<Record<string, object>>;
      expect(Object.keys(sections[section] ?? {})).not.toEqual([]);
    },
  );

  it('tells where spans go, and not by which credential', () => {
    const configuration = configurationWith({
      PENNON_TRACING_ENABLED: 'true',
      PENNON_TRACING_OTLP_HEADERS_AUTHORIZATION: 'Bearer hush',
    });
    expect(configuration).toMatchObject({ tracing: { enabled: true, exporter: 'otlp', samplingRatio: 1 } });
    expect(JSON.stringify(configuration)).not.toMatch(/hush|redacted/);
  });

  it('tells which sinks of the audit log are on, and not by which secret', () => {
    expect(configurationWith()).toHaveProperty('audit', {
      sinks: { log: { enabled: false }, webhook: { enabled: false } },
      events: ['*:*'],
    });
    const configuration = configurationWith({
      PENNON_AUDIT_SINKS_LOG_ENABLED: 'true',
      PENNON_AUDIT_SINKS_WEBHOOK_ENABLED: 'true',
      PENNON_AUDIT_SINKS_WEBHOOK_URL: 'https://hush.example',
      PENNON_AUDIT_SINKS_WEBHOOK_SIGNING_SECRET: 'hush',
      PENNON_AUDIT_EVENTS: 'flag:* *:deleted',
    });
    expect(configuration).toHaveProperty('audit', {
      sinks: { log: { enabled: true }, webhook: { enabled: true } },
      events: ['flag:*', '*:deleted'],
    });
    expect(JSON.stringify(configuration)).not.toMatch(/hush|redacted/);
  });

  it('says how often counts are written', () => {
    expect(configurationWith()).toHaveProperty('analytics', {
      storage: { clickhouse: {}, prometheus: {} },
      buffer: { flushPeriod: 10_000_000_000 },
    });
  });

  it('has durations in nanoseconds', () => {
    expect(configurationWith({ PENNON_SERVER_READ_TIMEOUT: '1500ms' })).toHaveProperty(
      'server.readTimeout',
      1_500_000_000,
    );
  });

  it('is the one in effect', () => {
    const env = {
      PENNON_LOG_LEVEL: 'warn',
      PENNON_SERVER_HTTP_PORT: '1234',
      PENNON_STORAGE_READ_ONLY: 'true',
    };
    expect(configurationWith(env)).toMatchObject({
      log: { level: 'WARN', keys: { time: 'T', level: 'L', message: 'M' } },
      server: { httpPort: 1234 },
      storage: { type: 'database', readOnly: true },
    });
  });
});

describe('a secret', () => {
  const secretEnv = {
    PENNON_DB_URL: 'file:/nonexistent/hush-url.db',
    PENNON_DB_USER: 'hush-user',
    PENNON_DB_PASSWORD: 'hush-password',
    PENNON_AUTHENTICATION_SESSION_DOMAIN: 'localhost',
    PENNON_AUTHENTICATION_SESSION_CSRF_KEY: 'hush-key',
    PENNON_AUTHENTICATION_METHODS_TOKEN_BOOTSTRAP_TOKEN: 'hush-bootstrap-token',
    PENNON_AUTHENTICATION_METHODS_OIDC_ENABLED: 'true',
    PENNON_AUTHENTICATION_METHODS_OIDC_PROVIDERS_ACME_ISSUER_URL: 'https://hush.example.com',
    PENNON_AUTHENTICATION_METHODS_OIDC_PROVIDERS_ACME_CLIENT_ID: 'hush-id',
    PENNON_AUTHENTICATION_METHODS_OIDC_PROVIDERS_ACME_CLIENT_SECRET: 'hush-oidc',
    PENNON_AUTHENTICATION_METHODS_OIDC_PROVIDERS_ACME_REDIRECT_ADDRESS: 'https://hush.example.com',
    PENNON_AUTHENTICATION_METHODS_CODEHOST_CLIENT_ID: 'hush-id',
    PENNON_AUTHENTICATION_METHODS_CODEHOST_CLIENT_SECRET: 'hush-codehost',
  };

  it('appears in nothing that an instance says', () => {
    const everything = JSON.stringify([infoWith(secretEnv), configurationWith(secretEnv)]);
    expect(everything).not.toContain('hush');
  });

  it('has not even a member that is named like one', () => {
    expect(
      memberNames(configurationWith(secretEnv)).filter((name) => /password|secret|url|user/i.test(name)),
    ).toEqual([]);
  });
});
