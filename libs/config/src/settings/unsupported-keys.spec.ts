import { EmptyMachine, problemsOf } from '../testing/empty-machine';

let machine: EmptyMachine;

beforeEach(() => {
  machine = new EmptyMachine();
});

afterEach(() => {
  machine.remove();
});

const unsupported = 'is not supported by this version of Pennon';

test.each([
  ['audit: { sinks: { kafka: { enabled: yes } } }', 'audit.sinks.kafka.enabled'],
  ['audit: { sinks: { kafka: { enabled: certainly } } }', 'audit.sinks.kafka.enabled'],
  ['audit: { sinks: { kafka: { enabled: true } } }', 'audit.sinks.kafka.enabled'],
  ['storage: { oci: { enabled: 1 } }', 'storage.oci.enabled'],
  ['storage: { type: git }', 'storage.type'],
])('%s is refused, since this version would not do it', (text, key) => {
  expect(problemsOf(() => machine.loadText(text))).toEqual([`${key}: ${unsupported}`]);
});

test.each([
  [
    'metrics: { exporter: otlp, otlp: { endpoint: "http://collector:4318" } }',
    `metrics.exporter: ${unsupported}; delete it, and let the prometheus receiver of the collector read /metrics`,
  ],
  [
    'audit: { sinks: { webhook: { enabled: true, templates: [{ url: x }] } } }',
    `audit.sinks.webhook.templates: ${unsupported}; use audit.sinks.webhook.targets`,
  ],
  [
    'tracing: { enabled: true, propagators: [b3, baggage] }',
    'tracing.propagators: must have tracecontext, the only format that is read',
  ],
])('%s would silently not be done', (text, problem) => {
  expect(problemsOf(() => machine.loadText(text))).toEqual([problem]);
});

test('what else is wrong is said beside it', () => {
  const text = 'audit: { events: [], sinks: { webhook: { enabled: true, templates: [{ url: x }] } } }';
  expect(problemsOf(() => machine.loadText(text))).toEqual([
    `audit.sinks.webhook.templates: ${unsupported}; use audit.sinks.webhook.targets`,
    'audit.events: no event pairs exist',
  ]);
});

test.each([
  ['cache: { memory: { enabled: true } }', 'cache.memory.enabled', ', or use cache.enabled'],
  ['cache: { memory: { expiration: 1m } }', 'cache.memory.expiration', ', or use cache.ttl'],
  ['cache: { memory: { items: 500 } }', 'cache.memory.items', ''],
  ['db: { migrations: { path: /migrations } }', 'db.migrations.path', ''],
  ['db: { migrations_path: /migrations }', 'db.migrations_path', ''],
  ['audit: { sinks: { cloud: { enabled: false } } }', 'audit.sinks.cloud.enabled', ''],
  ['server: { cloud: { enabled: true } }', 'server.cloud.enabled', ''],
  ['cloud: { host: x }', 'cloud.host', ''],
  ['tracing: { backend: jaeger }', 'tracing.backend', ', or use tracing.exporter'],
  ['tracing: { jaeger: { enabled: true } }', 'tracing.jaeger.enabled', ', or use tracing.enabled'],
  ['experimental: { filesystem_storage: { enabled: true } }', 'experimental.filesystem_storage.enabled', ''],
])('%s is told from an unknown key', (text, key, advice) => {
  expect(problemsOf(() => machine.loadText(text))).toEqual([`${key}: Flipt dropped it; delete it${advice}`]);
});

test('the environment switches on and off by the same rule, and wins over the file', () => {
  expect(problemsOf(() => machine.load({ PENNON_AUDIT_SINKS_KAFKA_ENABLED: 'true' }))).toEqual([
    `PENNON_AUDIT_SINKS_KAFKA_ENABLED: ${unsupported}`,
  ]);
  const { ignored } = machine.loadText('audit: { sinks: { kafka: { enabled: true } } }', {
    PENNON_AUDIT_SINKS_KAFKA_ENABLED: 'false',
  });
  expect(ignored).toEqual(['PENNON_AUDIT_SINKS_KAFKA_ENABLED']);
});

test('what is off or harmless is accepted and listed', () => {
  const text = `
    authorization: { required: false, local: { policy: { path: x } } }
    audit: { events: ["flag:*"], sinks: { webhook: { templates: [{ url: x, headers: { a: b } }] } } }
    analytics: { buffer: { capacity: 2 } }
    storage: { type: database, git: { repository: x } }
    server: { protocol: http, cert_file: x }
    metrics: { enabled: false, exporter: otlp, otlp: { endpoint: x } }
    diagnostics: { profiling: { enabled: true } }
    meta: { telemetry_enabled: true }
    db: { max_open_conn: 20 }
    cache: { enabled: }
    experimental: {}
    tracing:
  `;
  expect(machine.loadText(text).ignored).toEqual([
    'authorization.local.policy.path',
    'audit.sinks.webhook.templates',
    'analytics.buffer.capacity',
    'storage.git.repository',
    'metrics.otlp.endpoint',
    'diagnostics.profiling.enabled',
    'meta.telemetry_enabled',
  ]);
});

test('an example file of Flipt loads once audit is off', () => {
  const text = `
version: "1.0"
log: { level: INFO, encoding: json, grpc_level: ERROR }
server:
  host: 0.0.0.0
  protocol: http
  http_port: 8080
  grpc_port: 9000
  grpc_conn_max_age: 5m
  grpc_conn_max_age_grace: 30s
ui:
  enabled: true
  topbar: { label: staging, color: "#7C3AED" }
db:
  url: \${DATABASE_URL}
  max_open_conn: 20
  max_idle_conn: 10
  conn_max_lifetime: 30m
cache:
  enabled: true
  backend: redis
  ttl: 30s
  redis: { host: redis.internal, port: 6379, require_tls: true, prefix: flags-staging }
authentication:
  required: true
  methods:
    token: { enabled: true }
audit:
  events: ["flag:*", "token:*"]
  sinks:
    log: { enabled: false, file: /var/log/flags/audit.log, encoding: json }
tracing:
  enabled: true
  exporter: otlp
  otlp: { endpoint: "http://collector:4318" }
diagnostics: { profiling: { enabled: false } }
meta: { check_for_updates: false, telemetry_enabled: false }
`;
  const { config } = machine.loadText(text, { DATABASE_URL: 'file:/data/flags.db' });
  expect(config.log).toMatchObject({ level: 'info', encoding: 'json' });
  expect(config.tracing.otlp.endpoint).toEqual({
    protocol: 'http',
    url: 'http://collector:4318/v1/traces',
    usesTls: false,
  });
  expect(config.ui.topbar).toEqual({ label: 'staging', color: '#7C3AED' });
  expect(config.db.location).toBe('/data/flags.db');
  expect(config.cache).toMatchObject({ enabled: true, backend: 'redis', ttl: 30_000 });
  expect(config.cache.redis).toMatchObject({
    host: 'redis.internal',
    requireTls: true,
    prefix: 'flags-staging',
  });
  expect([config.authentication.required, config.authentication.methods.token.enabled]).toEqual([true, true]);
});
