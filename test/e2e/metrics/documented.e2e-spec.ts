import { authEnv, withTokens } from '../../support/auth-server';
import { HttpCollector } from '../../support/collector/collector';
import { tracingEnv } from '../../support/collector/use-collector';
import { documentedMetrics } from '../../support/documented-metrics';
import { eventually } from '../../support/eventually';
import { addFlag, addTargetedFlag } from '../../support/flags';
import { jsonRequest } from '../../support/http';
import { metricsOf, type MetricsPage } from '../../support/metrics';
import { OBJECT_STORE_ENV, ObjectStoreServer } from '../../support/object-store/object-store-server';
import { PrivateRedis } from '../../support/private-redis';
import { useServer } from '../../support/use-server';

describe('docs/metrics.md and a writer that has everything switched on', () => {
  let store: ObjectStoreServer;
  let redis: PrivateRedis;
  let collector: HttpCollector;

  beforeAll(async () => {
    store = await ObjectStoreServer.start(['flags']);
    redis = await PrivateRedis.start();
    collector = await HttpCollector.start();
  });

  afterAll(async () => {
    await store.close();
    await redis.kill();
    await collector.stop();
  });

  const server = withTokens(
    useServer(() => ({
      ...authEnv,
      ...OBJECT_STORE_ENV,
      PENNON_CACHE_ENABLED: 'true',
      PENNON_CACHE_BACKEND: 'redis',
      PENNON_CACHE_REDIS_HOST: '127.0.0.1',
      PENNON_CACHE_REDIS_PORT: `${redis.port}`,
      PENNON_EXPORT_ENABLED: 'true',
      PENNON_EXPORT_TO: 's3://flags',
      PENNON_EXPORT_S3_ENDPOINT: store.endpoint,
      PENNON_EXPORT_INTERVAL: '100ms',
      ...tracingEnv(collector.endpoint),
      PENNON_ANALYTICS_ENABLED: 'true',
      PENNON_AUDIT_SINKS_LOG_ENABLED: 'true',
      PENNON_AUDIT_SINKS_LOG_FILE: 'audit.log',
      PENNON_AUTHENTICATION_METHODS_TOKEN_CLEANUP_INTERVAL: '1h',
    })),
  );

  let page: MetricsPage;

  beforeAll(async () => {
    const api = server.as();
    await addFlag(api, { key: 'lamp', type: 'BOOLEAN_FLAG_TYPE' });
    await addTargetedFlag(api, { flagKey: 'theme', variantKey: 'dark' });
    await api.send(jsonRequest('POST', '/evaluate/v1/boolean', { flagKey: 'lamp', entityId: 'me' }));
    await api.send(jsonRequest('POST', '/evaluate/v1/variant', { flagKey: 'theme', entityId: 'me' }));
    await api.send(jsonRequest('POST', '/evaluate/v1/variant', { flagKey: 'missing', entityId: 'me' }));
    await server.as('nobody').send({ path: '/auth/v1/self' });
    await eventually(async () => {
      page = await metricsOf(server);
      for (const name of ['pennon_exports_total', 'pennon_tracing_spans_total']) {
        expect(page.sum(name, { outcome: 'success' })).toBeGreaterThan(0);
      }
    });
  });

  test('there are tables to read', () => {
    expect(documentedMetrics().size).toBeGreaterThan(50);
  });

  test('every series has its row, and every row its series', () => {
    expect([...page.types.keys()].sort()).toEqual([...documentedMetrics().keys()].sort());
  });

  test.each([...documentedMetrics()])(
    '%s is of the type and has the labels that it says',
    (name, { type, labels }) => {
      expect(page.types.get(name)).toBe(type);
      if (labels !== undefined) expect(page.labelsOf(name)).toEqual(labels);
    },
  );

  // What only trouble moves is moved by the tests of what counts it.
  test.each([
    'grpc_server_started_total',
    'grpc_server_handled_total',
    'grpc_server_msg_received_total',
    'grpc_server_msg_sent_total',
    'grpc_server_handling_seconds_count',
    'grpc_server_handling_seconds_sum',
    'flipt_server_errors_total',
    'flipt_evaluations_requests_total',
    'flipt_evaluations_results_total',
    'flipt_evaluations_latency_milliseconds_count',
    'flipt_evaluations_latency_milliseconds_sum',
    'flipt_cache_miss_total',
    'db_sql_connection_max_open',
    'db_sql_connection_open',
    'pennon_snapshot_revision',
    'pennon_snapshot_flags',
    'pennon_snapshot_namespaces',
    'pennon_snapshot_propagation_seconds_count',
    'pennon_snapshot_propagation_seconds_sum',
    'pennon_token_checks_total',
    'pennon_export_last_success_timestamp_seconds',
    'process_cpu_seconds_total',
    'process_resident_memory_bytes',
    'nodejs_eventloop_lag_p99_seconds',
    'nodejs_heap_size_used_bytes',
  ])('%s moves', (name) => {
    expect(page.sum(name)).toBeGreaterThan(0);
  });

  test('credentials are counted by what became of them', () => {
    expect(page.sum('pennon_token_checks_total', { kind: 'token', outcome: 'accepted' })).toBeGreaterThan(5);
    expect(page.sum('pennon_token_checks_total', { kind: 'token', outcome: 'refused' })).toBe(1);
  });

  test('a missing credential is one too', async () => {
    await server.send({ path: '/meta/info' });
    const { lines } = await metricsOf(server);
    expect(lines).toContainEqual({
      name: 'pennon_token_checks_total',
      labels: { kind: 'none', outcome: 'missing' },
      value: 1,
    });
  });

  test('Redis that cannot be read is counted', async () => {
    await redis.kill();
    await server.as().send(jsonRequest('POST', '/api/v1/namespaces', { key: 'later', name: 'later' }));
    await eventually(async () => {
      expect((await metricsOf(server)).sum('flipt_cache_error_total', { cache: 'redis' })).toBeGreaterThan(0);
    });
  });
});
