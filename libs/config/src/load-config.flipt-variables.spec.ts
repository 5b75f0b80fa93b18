import { EmptyMachine, failureOf, problemsOf } from './testing/empty-machine';

let machine: EmptyMachine;

beforeEach(() => {
  machine = new EmptyMachine();
});

afterEach(() => {
  machine.remove();
});

test('variables of Flipt count as those of Pennon do, and are named with them', () => {
  const { config, renamed, ignored, settings } = machine.load({
    FLIPT_AUTHENTICATION_REQUIRED: 'true',
    FLIPT_AUTHENTICATION_METHODS_TOKEN_ENABLED: 'true',
    FLIPT_AUTHENTICATION_METHODS_GITHUB_CLIENT_ID: 'me',
    FLIPT_CORS_ALLOWED_ORIGINS: 'https://a.example https://b.example',
    FLIPT_DB_URL: 'postgres://me:hunter2@db/flags',
    FLIPT_LOG_LEVEL: '',
  });
  expect(config.authentication).toMatchObject({ required: true, methods: { token: { enabled: true } } });
  expect(config.authentication.methods.codehost.clientId).toBe('me');
  expect(config.cors.allowedOrigins).toEqual(['https://a.example', 'https://b.example']);
  expect(config.db.location).toBe('postgres://db:5432/flags');
  expect(Object.fromEntries(renamed)).toEqual({
    FLIPT_AUTHENTICATION_REQUIRED: 'PENNON_AUTHENTICATION_REQUIRED',
    FLIPT_AUTHENTICATION_METHODS_TOKEN_ENABLED: 'PENNON_AUTHENTICATION_METHODS_TOKEN_ENABLED',
    FLIPT_AUTHENTICATION_METHODS_GITHUB_CLIENT_ID: 'PENNON_AUTHENTICATION_METHODS_GITHUB_CLIENT_ID',
    FLIPT_CORS_ALLOWED_ORIGINS: 'PENNON_CORS_ALLOWED_ORIGINS',
    FLIPT_DB_URL: 'PENNON_DB_URL',
  });
  expect(ignored).toEqual(['authentication.methods.codehost.client_id']);
  expect(settings).toContainEqual({ key: 'db.url', value: '[redacted]', source: 'FLIPT_DB_URL' });
});

test('they go over the file; a variable of Pennon goes over one of Flipt, by whatever name of the section', () => {
  const { config, renamed, ignored } = machine.loadText('server: { http_port: 1, grpc_port: 1 }', {
    FLIPT_SERVER_HTTP_PORT: '2',
    PENNON_SERVER_GRPC_PORT: '3',
    FLIPT_SERVER_GRPC_PORT: '2',
    FLIPT_AUTHENTICATION_METHODS_GITHUB_ENABLED: 'true',
    PENNON_AUTHENTICATION_METHODS_CODEHOST_ENABLED: 'false',
  });
  expect([config.server.httpPort, config.server.grpcPort]).toEqual([2, 3]);
  expect(config.authentication.methods.codehost.enabled).toBe(false);
  expect([...renamed.keys()]).toEqual(['FLIPT_SERVER_HTTP_PORT']);
  expect(ignored).toEqual(['FLIPT_SERVER_GRPC_PORT', 'FLIPT_AUTHENTICATION_METHODS_GITHUB_ENABLED']);
});

test('those without effect are named by what was written', () => {
  const env = {
    FLIPT_META_TELEMETRY_ENABLED: 'false',
    FLIPT_DIAGNOSTICS_PROFILING_ENABLED: 'true',
    FLIPT_AUDIT_SINKS_KAFKA_ENABLED: 'false',
  };
  const { ignored, renamed } = machine.load(env);
  expect([ignored, renamed.size]).toEqual([Object.keys(env), 0]);
});

test('a name of a map is that of the file', () => {
  const text = 'authentication: { methods: { oidc: { providers: { my-idp: { client_id: a } } } } }';
  const { config } = machine.loadText(text, {
    FLIPT_AUTHENTICATION_METHODS_OIDC_PROVIDERS_MY_IDP_CLIENT_SECRET: 'hush',
  });
  expect(Object.keys(config.authentication.methods.oidc.providers)).toEqual(['my-idp']);
});

const unsupported = 'is not supported by this version of Pennon';

test.each([
  ['FLIPT_STORAGE_TYPE', 'git', `storage.type: ${unsupported}`],
  ['FLIPT_AUDIT_SINKS_KAFKA_ENABLED', 'true', `FLIPT_AUDIT_SINKS_KAFKA_ENABLED: ${unsupported}`],
  [
    'FLIPT_CACHE_MEMORY_ENABLED',
    'true',
    'FLIPT_CACHE_MEMORY_ENABLED: Flipt dropped it; delete it, or use PENNON_CACHE_ENABLED',
  ],
  ['FLIPT_AUDIT_SINKS_CLOUD_ENABLED', 'true', 'FLIPT_AUDIT_SINKS_CLOUD_ENABLED: Flipt dropped it; delete it'],
  [
    'FLIPT_SERVER_HTPP_PORT',
    '1',
    'FLIPT_SERVER_HTPP_PORT: unknown key; did you mean PENNON_SERVER_HTTP_PORT?',
  ],
  [
    'FLIPT_AUTHENTICATION_REQUIERD',
    'true',
    'FLIPT_AUTHENTICATION_REQUIERD: unknown key; did you mean PENNON_AUTHENTICATION_REQUIRED?',
  ],
  [
    'FLIPT_AUTENTICATION_REQUIRED',
    'true',
    'FLIPT_AUTENTICATION_REQUIRED: unknown key; did you mean PENNON_AUTHENTICATION_REQUIRED?',
  ],
  ['FLIPT_AUTH_REQUIRED', 'true', 'FLIPT_AUTH_REQUIRED: unknown key'],
  ['FLIPT_DB_SOMETHING', 'x', 'FLIPT_DB_SOMETHING: unknown key'],
  ['FLIPT_CONFIG', 'x.yml', 'FLIPT_CONFIG: unknown key; did you mean PENNON_CONFIG?'],
])('%s=%s is refused as a variable of Pennon would be', (name, value, problem) => {
  expect(problemsOf(() => machine.load({ [name]: value }))).toEqual([problem]);
});

test('policies that variables of Flipt name are not replaced by roles', () => {
  const problems = problemsOf(() =>
    machine.load({
      FLIPT_AUTHENTICATION_REQUIRED: 'true',
      FLIPT_AUTHENTICATION_METHODS_TOKEN_ENABLED: 'true',
      FLIPT_AUTHORIZATION_REQUIRED: 'true',
      FLIPT_AUTHORIZATION_LOCAL_POLICY_PATH: '/policy.rego',
    }),
  );
  expect(problems).toEqual([`FLIPT_AUTHORIZATION_LOCAL_POLICY_PATH: ${unsupported}`]);
});

test('variables of clients, of scripts and of Kubernetes do not stop the start', () => {
  const clients = {
    ...{ FLIPT_URL: 'http://flipt:8080', FLIPT_SERVER_URL: 'x', FLIPT_ADDR: 'x', FLIPT_ENDPOINT: 'x' },
    ...{ FLIPT_TOKEN: 'hunter2', FLIPT_AUTH_TOKEN: 'x', FLIPT_CLIENT_TOKEN: 'x', FLIPT_API_KEY: 'x' },
    ...{ FLIPT_NAMESPACE: 'shop', FLIPT_ENVIRONMENT: 'x', FLIPT_USER_AGENT: 'x', FLIPT_ENABLED: 'true' },
  };
  const { ignored, config } = machine.load({
    ...clients,
    ...{ FLIPT_SERVICE_HOST: '10.0.0.7', FLIPT_PORT: 'tcp://10.0.0.7:8080', FLIPT_PORT_8080_TCP: 'tcp://x' },
    ...{ FLIPT_DB_PORT: 'tcp://10.0.0.9:5432', FLIPT_WRITER_SERVICE_PORT_HTTP: '8080' },
  });
  expect(ignored).toEqual(Object.keys(clients));
  expect(config).toEqual(machine.load().config);
});

test('a variable that a value refers to is in use, whatever its name', () => {
  const text =
    'authentication: { session: { csrf: { key: "${FLIPT_CSRF_KEY}" } } }\ndb: { password: "x${FLIPT_DB_PW}" }';
  const env = { FLIPT_CSRF_KEY: 'x', FLIPT_DB_PW: 'y' };
  expect(problemsOf(() => machine.loadText(text, env))).toEqual([
    'db.protocol: non-empty value is required',
    'db.host: non-empty value is required',
    'db.name: non-empty value is required',
  ]);
  expect(machine.loadText('log: { file: "/${FLIPT_DB_PW}" }', env).ignored).toEqual(['FLIPT_CSRF_KEY']);
});

test('a bad value is named by its variable, and a secret is not shown', () => {
  const { message } = failureOf(() => machine.load({ FLIPT_DB_URL: 'hunter2', FLIPT_LOG_LEVEL: 'loud' }));
  expect(message).toContain('(from FLIPT_DB_URL)');
  expect(message).toContain('log.level = "loud"');
  expect(message).not.toContain('hunter2');
});
