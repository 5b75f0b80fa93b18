import { flipt, fliptEvaluation, grpcHealth } from '@pennon/proto';
import { addFlag } from '../../support/flags';
import { GrpcClient } from '../../support/grpc-client';
import { apiAt, jsonRequest, type Api } from '../../support/http';
import { startServer } from '../../support/server';

jest.setTimeout(60_000);

/** What tests compare of an access line. */
interface Line {
  readonly M: string;
  readonly req: { readonly id: string; readonly path?: string; readonly rpc?: string };
  readonly res: { readonly status?: number; readonly code?: number };
  readonly durationMs: number;
}

const evaluation = { flagKey: 'beta', entityId: 'hush' };
const snapshotPath = '/internal/v1/evaluation/snapshot/namespace/default';

/**
 * The access lines of a server with these settings to which all this was done; it has ended, so that all is written.
 */
async function linesOf(
  env: Readonly<Record<string, string>>,
  act: (http: Api, grpc: GrpcClient) => Promise<void>,
): Promise<readonly Line[]> {
  const server = await startServer({ env });
  const grpc = new GrpcClient(server.grpcAddress);
  try {
    const http = apiAt(server.url);
    await addFlag(http, { key: 'beta', type: 'BOOLEAN_FLAG_TYPE' });
    await act(http, grpc);
  } finally {
    grpc.close();
    await server.stop();
  }
  return server
    .output()
    .split('\n')
    .filter((line) => line.includes('"M":"request answered"'))
    .map((line) => JSON.parse(line) as Line);
}

/** Evaluations by every door that succeed, a snapshot that is held already, and then one that fails. */
async function evaluateAll(http: Api, grpc: GrpcClient): Promise<void> {
  const { boolean } = fliptEvaluation.EvaluationService.method;
  await http.send(jsonRequest('POST', '/evaluate/v1/boolean', evaluation));
  await http.send(
    jsonRequest('POST', '/ofrep/v1/evaluate/flags/beta', { context: { targetingKey: 'hush' } }),
  );
  const { headers } = await http.send({ path: snapshotPath });
  await http.send({ path: snapshotPath, headers: { 'If-None-Match': headers.etag ?? '' } });
  await grpc.call(boolean, evaluation);
  const unknown = { ...evaluation, flagKey: 'gone' };
  const headersOfFailed = { 'Content-Type': 'application/json', 'X-Request-Id': 'failed-1' };
  await http.send({ ...jsonRequest('POST', '/evaluate/v1/boolean', unknown), headers: headersOfFailed });
  await grpc.call(boolean, unknown, { metadata: { 'x-request-id': 'failed-2' } });
}

/** Management by both doors, and health, which nobody wants to read of. */
async function manage(http: Api, grpc: GrpcClient): Promise<void> {
  await http.send({ path: '/api/v1/namespaces/default/flags/beta' });
  await grpc.call(flipt.Flipt.method.getFlag, { key: 'beta' });
  await grpc.call(grpcHealth.Health.method.check, {});
}

function summaryOf({ req, res }: Line): string {
  return `${req.path ?? req.rpc} ${res.status ?? res.code}`;
}

const managed = [
  '/api/v1/namespaces/default/flags 200',
  '/api/v1/namespaces/default/flags/beta 200',
  '/flipt.Flipt/GetFlag 0',
];
const failed = ['/evaluate/v1/boolean 404', '/flipt.evaluation.EvaluationService/Boolean 5'];
const succeeded = [
  '/evaluate/v1/boolean 200',
  '/ofrep/v1/evaluate/flags/beta 200',
  `${snapshotPath} 200`,
  `${snapshotPath} 304`,
  '/flipt.evaluation.EvaluationService/Boolean 0',
];

describe('the access log', () => {
  test('has a line for what fails and for all of management, and for no evaluation that succeeds', async () => {
    // On a busy machine an evaluation could be slow.
    const env = { PENNON_LOG_ACCESS_SLOW: '1h' };
    const lines = await linesOf(env, async (http, grpc) => {
      await evaluateAll(http, grpc);
      await manage(http, grpc);
    });
    expect(lines.map(summaryOf).sort()).toEqual([...managed, ...failed].sort());
    expect(lines.map(({ req }) => req.id)).toEqual(expect.arrayContaining(['failed-1', 'failed-2']));
  });

  test('has one line for every evaluation where the ratio is 1', async () => {
    const env = { PENNON_LOG_ACCESS_EVALUATION_RATIO: '1' };
    const lines = await linesOf(env, evaluateAll);
    const created = managed.slice(0, 1);
    expect(lines.map(summaryOf).sort()).toEqual([...created, ...succeeded, ...failed].sort());
    expect(JSON.stringify(lines)).not.toContain('hush');
    expect(lines.every(({ durationMs }) => typeof durationMs === 'number')).toBe(true);
  });
});

test('an evaluation that is slow has a line in any case', async () => {
  const lines = await linesOf({ PENNON_LOG_ACCESS_SLOW: '0s' }, evaluateAll);
  expect(lines.map(summaryOf)).toEqual(expect.arrayContaining(succeeded));
});
