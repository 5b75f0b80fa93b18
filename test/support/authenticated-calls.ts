import { status } from '@grpc/grpc-js';
import { type DescMethodUnary, type MessageInitShape, type DescMessage } from '@bufbuild/protobuf';
import { flipt, fliptAuth } from '@pennon/proto';
import { GrpcClient } from './grpc-client';
import { jsonOf, jsonRequest, type Api, type Request } from './http';

/** What an identity may look like on both doors, as far as tests compare it. */
export interface Self {
  readonly id: string;
  readonly method: string;
  readonly expiresAt?: string;
  readonly metadata: Readonly<Record<string, string>>;
}

const UNAUTHENTICATED = { code: 16, message: 'request was not authenticated', details: [] };

/** Who the server says is calling by HTTP; null when it says nobody. */
export async function selfByHttp(server: Api, authorization: string): Promise<Self | null> {
  const answer = await server.send({ path: '/auth/v1/self', headers: { authorization } });
  if (answer.status === 200) return jsonOf(answer) as Self;
  expect([answer.status, jsonOf(answer)]).toEqual([401, UNAUTHENTICATED]);
  return null;
}

/** Metadata of who the server says is calling by gRPC; null when it says nobody. */
export async function selfByGrpc(address: string, authorization: string): Promise<object | null> {
  const { getAuthenticationSelf } = fliptAuth.AuthenticationService.method;
  const client = new GrpcClient(address);
  try {
    const outcome = await client.call(getAuthenticationSelf, {}, { metadata: { authorization } });
    if ('message' in outcome) return outcome.message.metadata;
    expect(outcome).toEqual({ code: status.UNAUTHENTICATED, details: 'request was not authenticated' });
    return null;
  } finally {
    client.close();
  }
}

/** One call of each kind, by HTTP. @param namespaceKey Blank for the short paths. */
export function checklistRequests(namespaceKey: string): readonly Request[] {
  const base = namespaceKey === '' ? '/api/v1' : `/api/v1/namespaces/${namespaceKey}`;
  const paths = ['/flags/f', '/flags', '/flags/f/rules/r', '/flags/f/rules', '/segments/s', '/segments'];
  // These have no short path.
  const longPaths = ['/flags/f/rollouts/r', '/flags/f/rollouts'];
  return [
    { path: `/api/v1/namespaces/${namespaceKey || 'default'}` },
    ...paths.map((path) => ({ path: `${base}${path}` })),
    ...longPaths.map((path) => ({ path: `/api/v1/namespaces/${namespaceKey || 'default'}${path}` })),
    jsonRequest('POST', `${base}/flags/f/variants`, { key: 'v' }),
  ];
}

/** The codes that these calls end with by gRPC. */
export async function checklistByGrpc(
  address: string,
  namespaceKey: string,
  authorization: string,
): Promise<readonly status[]> {
  const { method } = flipt.Flipt;
  const client = new GrpcClient(address);
  const codeOf = async <I extends DescMessage>(
    rpc: DescMethodUnary<I>,
    request: MessageInitShape<I>,
  ): Promise<status> => {
    const outcome = await client.call(rpc, request, { metadata: { authorization } });
    return 'message' in outcome ? status.OK : outcome.code;
  };
  const flag = { namespaceKey, flagKey: 'f' };
  const codes = await Promise.all([
    codeOf(method.getNamespace, { key: namespaceKey }),
    codeOf(method.getFlag, { namespaceKey, key: 'f' }),
    codeOf(method.listFlags, { namespaceKey }),
    codeOf(method.createVariant, { ...flag, key: 'v' }),
    codeOf(method.getRule, { ...flag, id: 'r' }),
    codeOf(method.listRules, flag),
    codeOf(method.getRollout, { ...flag, id: 'r' }),
    codeOf(method.listRollouts, flag),
    codeOf(method.getSegment, { namespaceKey, key: 's' }),
    codeOf(method.listSegments, { namespaceKey }),
  ]);
  client.close();
  return codes;
}
