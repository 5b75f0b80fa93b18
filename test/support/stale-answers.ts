import { fliptEvaluation } from '@pennon/proto';
import { BOOTSTRAP_TOKEN } from './auth-server';
import { type GrpcClient } from './grpc-client';
import { jsonOf, jsonRequest, type Api } from './http';

/** Taken where a token is wanted, and no matter elsewhere. */
export const bearer = { authorization: `Bearer ${BOOTSTRAP_TOKEN}` };

/** How a flag is changed and asked for. */
export interface Hammered {
  /** Every request has a connection of its own. */
  readonly api: Api;
  readonly grpc: readonly GrpcClient[];
  readonly flagKey: string;
  readonly writes: number;
}

/**
 * Changes a boolean flag again and again, and asks for it each time by several connections at once.
 *
 * @returns what was answered and was not what had just been acknowledged.
 */
export async function staleAnswers({ api, grpc, flagKey, writes }: Hammered): Promise<readonly string[]> {
  const stale: string[] = [];
  for (let write = 1; write <= writes; write++) {
    const enabled = write % 2 === 0;
    const path = `/api/v1/namespaces/default/flags/${flagKey}`;
    const written = await api.send(jsonRequest('PUT', path, { name: flagKey, enabled }));
    if (written.status !== 200) throw new Error(`${written.status} ${written.body.toString()}`);
    const overHttp = [1, 2, 3].map(async () => {
      const question = jsonRequest('POST', '/evaluate/v1/boolean', { flagKey, entityId: 'me' });
      const answer = jsonOf(await api.send(question)) as { readonly enabled?: boolean };
      if (answer.enabled !== enabled) stale.push(`write ${write} over HTTP: ${JSON.stringify(answer)}`);
    });
    const overGrpc = grpc.map(async (client) => {
      const { boolean } = fliptEvaluation.EvaluationService.method;
      const request = { namespaceKey: 'default', flagKey, entityId: 'me' };
      const outcome = await client.call(boolean, request, { metadata: bearer });
      const isRight = 'message' in outcome && outcome.message.enabled === enabled;
      if (!isRight)
        stale.push(
          `write ${write} over gRPC: ${JSON.stringify(outcome, (_, value: unknown) => String(value))}`,
        );
    });
    await Promise.all([...overHttp, ...overGrpc]);
  }
  return stale;
}
