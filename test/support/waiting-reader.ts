import { status } from '@grpc/grpc-js';
import { fliptEvaluation } from '@pennon/proto';
import { eventually } from './eventually';
import { GrpcClient } from './grpc-client';
import { GrpcHealthClient } from './grpc-health-client';
import { freePort } from './free-port';
import { apiAt, jsonOf, jsonRequest } from './http';

/** Where a server is told to listen, for tests of the time before it says so. */
export interface Doors {
  readonly env: Readonly<Record<string, string>>;
  readonly url: string;
  readonly grpcAddress: string;
}

/** Doors that nobody else has now. */
export async function fixedDoors(): Promise<Doors> {
  const [http, grpc] = [await freePort(), await freePort()];
  return {
    env: { PENNON_SERVER_HTTP_PORT: `${http}`, PENNON_SERVER_GRPC_PORT: `${grpc}` },
    url: `http://127.0.0.1:${http}`,
    grpcAddress: `127.0.0.1:${grpc}`,
  };
}

/** Has a reader, which waits, tell so by both doors. @param reason What the message of every refusal matches. */
export async function expectWaiting({ url, grpcAddress }: Doors, reason: RegExp): Promise<void> {
  const api = apiAt(url);
  const message = expect.stringMatching(reason) as string;
  await eventually(async () => {
    expect((await api.send({ path: '/health/live' })).status).toBe(200);
  });
  const ask = { flagKey: 'f', entityId: 'e', context: {} };
  for (const request of [
    { path: '/health' },
    { path: '/meta/config' },
    { path: '/api/v1/namespaces/default/flags' },
    jsonRequest('POST', '/evaluate/v1/boolean', ask),
  ]) {
    const answer = await api.send(request);
    expect([answer.status, jsonOf(answer)]).toEqual([503, { code: 14, message, details: [] }]);
  }
  const ready = await api.send({ path: '/health/ready' });
  const report = jsonOf(ready) as { readonly reason: string };
  expect([ready.status, report]).toMatchObject([
    503,
    { status: 'NOT_SERVING', parts: { snapshots: { state: 'up' } } },
  ]);
  expect(`the service is NOT_SERVING: ${report.reason}`).toMatch(reason);
  const ofrep = await api.send(jsonRequest('POST', '/ofrep/v1/evaluate/flags/f', { context: {} }));
  expect([ofrep.status, jsonOf(ofrep)]).toMatchObject([503, { errorCode: 'GENERAL', errorDetails: message }]);
  expect((await api.send({ path: '/metrics' })).status).toBe(200);

  const health = new GrpcHealthClient(grpcAddress);
  expect(await health.check()).toEqual({ status: 'NOT_SERVING' });
  expect(await health.check('flipt.evaluation.EvaluationService')).toEqual({ status: 'NOT_SERVING' });
  expect(await health.check('none')).toMatchObject({ code: status.NOT_FOUND });
  health.close();
  const client = new GrpcClient(grpcAddress);
  const refused = await client.call(fliptEvaluation.EvaluationService.method.boolean, ask);
  expect(refused).toEqual({ code: status.UNAVAILABLE, details: message });
  client.close();
}
