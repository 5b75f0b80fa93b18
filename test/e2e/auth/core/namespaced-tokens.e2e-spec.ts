import { type DescMethodUnary } from '@bufbuild/protobuf';
import { flipt, fliptAuth, fliptEvaluation, fliptMeta, fliptOfrep } from '@pennon/proto';
import { withTokens, authEnv } from '../../../support/auth-server';
import { jsonRequest, type Request } from '../../../support/http';
import { onServer } from '../../../support/on-server';
import { namespaceWrites, probeTable, reads, refused, verdictElsewhere, verdictOf, writes } from './probes';

const evaluation = fliptEvaluation.EvaluationService.method;
const { evaluationSnapshotNamespace } = fliptEvaluation.DataService.method;

type AnyRpc = DescMethodUnary;

/** One row of the matrix: what is sent by HTTP, and the same by gRPC. */
type Row = readonly [name: string, request: Request, rpc: unknown, message: object];

const one = { flagKey: 'f', entityId: 'e' };

function batch(...namespaceKeys: string[]): object {
  return { requests: namespaceKeys.map((namespaceKey) => ({ ...one, namespaceKey })) };
}

function post(path: string, body: object): Request {
  return jsonRequest('POST', path, body);
}

const legacy = { ...one, namespaceKey: 'shop' };
// oxlint-disable-next-line typescript/no-deprecated -- deprecated for callers, and served all the same
const { evaluate, batchEvaluate, listNamespaces } = flipt.Flipt.method;
const tokens = fliptAuth.AuthenticationService.method;
const ofrep = fliptOfrep.OFREPService.method;
const meta = fliptMeta.MetadataService.method;

/** Calls that a token of `shop` may make. */
const allowed: readonly Row[] = [
  ['boolean', post('/evaluate/v1/boolean', legacy), evaluation.boolean, legacy],
  ['variant', post('/evaluate/v1/variant', legacy), evaluation.variant, legacy],
  ['batch', post('/evaluate/v1/batch', batch('shop', 'shop')), evaluation.batch, batch('shop', 'shop')],
  ['legacy evaluation', post('/api/v1/evaluate', legacy), evaluate, legacy],
  ['legacy evaluation by path', post('/api/v1/namespaces/shop/evaluate', one), evaluate, legacy],
  [
    'legacy batch',
    post('/api/v1/namespaces/shop/batch-evaluate', { requests: [one] }),
    batchEvaluate,
    { namespaceKey: 'shop', requests: [one] },
  ],
  [
    'legacy batch whose items are of another: the handler refuses them',
    post('/api/v1/batch-evaluate', { namespaceKey: 'shop', requests: [{ ...one, namespaceKey: 'docs' }] }),
    batchEvaluate,
    { namespaceKey: 'shop', requests: [{ ...one, namespaceKey: 'docs' }] },
  ],
  [
    'snapshot',
    { path: '/internal/v1/evaluation/snapshot/namespace/shop' },
    evaluationSnapshotNamespace,
    { key: 'shop' },
  ],
  [
    'flags by query',
    { path: '/api/v1/flags?namespaceKey=shop' },
    flipt.Flipt.method.listFlags,
    { namespaceKey: 'shop' },
  ],
  [
    'flags by query, in snake case',
    { path: '/api/v1/flags?namespace_key=shop' },
    flipt.Flipt.method.listFlags,
    { namespaceKey: 'shop' },
  ],
];

const elsewhere = { ...one, namespaceKey: 'docs' };

/** Calls that a token of `shop` may not make. */
const forbidden: readonly Row[] = [
  ['boolean elsewhere', post('/evaluate/v1/boolean', elsewhere), evaluation.boolean, elsewhere],
  ['boolean in default', post('/evaluate/v1/boolean', one), evaluation.boolean, one],
  ['variant elsewhere', post('/evaluate/v1/variant', elsewhere), evaluation.variant, elsewhere],
  ['batch elsewhere', post('/evaluate/v1/batch', batch('docs')), evaluation.batch, batch('docs')],
  ['mixed batch', post('/evaluate/v1/batch', batch('shop', 'docs')), evaluation.batch, batch('shop', 'docs')],
  ['batch with a blank', post('/evaluate/v1/batch', batch('shop', '')), evaluation.batch, batch('shop', '')],
  ['empty batch', post('/evaluate/v1/batch', batch()), evaluation.batch, batch()],
  ['legacy elsewhere', post('/api/v1/evaluate', elsewhere), evaluate, elsewhere],
  [
    'legacy batch elsewhere',
    post('/api/v1/batch-evaluate', { requests: [legacy] }),
    batchEvaluate,
    { requests: [legacy] },
  ],
  [
    'snapshot elsewhere',
    { path: '/internal/v1/evaluation/snapshot/namespace/docs' },
    evaluationSnapshotNamespace,
    { key: 'docs' },
  ],
  ['list of namespaces', { path: '/api/v1/namespaces' }, listNamespaces, {}],
  ['OFREP configuration', { path: '/ofrep/v1/configuration' }, ofrep.getProviderConfiguration, {}],
  [
    'OFREP flag',
    { ...post('/ofrep/v1/evaluate/flags/f', {}), headers: { 'X-Flipt-Namespace': 'shop' } },
    ofrep.evaluateFlag,
    { key: 'f' },
  ],
  [
    'OFREP flags',
    { ...post('/ofrep/v1/evaluate/flags', {}), headers: { 'X-Service-Namespace': 'shop' } },
    ofrep.evaluateBulk,
    {},
  ],
  ['info', { path: '/meta/info' }, meta.getInfo, {}],
  ['configuration', { path: '/meta/config' }, meta.getConfiguration, {}],
  ['list of tokens', { path: '/auth/v1/tokens' }, tokens.listAuthentications, {}],
  ['a token', { path: '/auth/v1/tokens/x' }, tokens.getAuthentication, { id: 'x' }],
  [
    'deleting a token',
    { verb: 'DELETE', path: '/auth/v1/tokens/x' },
    tokens.deleteAuthentication,
    { id: 'x' },
  ],
  ['oneself', { path: '/auth/v1/self' }, tokens.getAuthenticationSelf, {}],
  ['expiring oneself', { verb: 'PUT', path: '/auth/v1/self/expire' }, tokens.expireAuthenticationSelf, {}],
  [
    'making a token, even one of the same namespace',
    post('/auth/v1/method/token', { name: 'n', namespaceKey: 'shop' }),
    fliptAuth.AuthenticationMethodTokenService.method.createToken,
    { name: 'n', namespaceKey: 'shop' },
  ],
];

onServer((shared) => {
  const server = withTokens(shared);
  let token: string;

  beforeAll(async () => {
    for (const key of ['shop', 'docs'])
      await server.as().send(post('/api/v1/namespaces', { key, name: key }));
    token = (await server.issue({ namespaceKey: 'shop' })).clientToken;
  });

  async function verdict([, request, rpc, message]: Row): Promise<readonly [number, number]> {
    const { status } = await server.as(token).send(request);
    const { code } = await server.grpc(rpc as AnyRpc, message as never, token);
    return [status, code];
  }

  test.each(allowed)('a token of a namespace may: %s', async (...row) => {
    const [http, grpc] = await verdict(row);
    expect([200, 400, 404]).toContain(http);
    expect([0, 3, 5]).toContain(grpc);
  });

  test.each(forbidden)('a token of a namespace may not: %s', async (...row) => {
    expect(await verdict(row)).toEqual(refused);
  });

  test.each(probeTable([...reads, ...writes, ...namespaceWrites], ['shop']))(
    'a token of a namespace may, in its own: %s',
    async (_, namespaceKey, probe) => {
      const [http, grpc] = await verdictOf(server, probe, namespaceKey, token);
      expect([200, 400, 404]).toContain(http);
      expect([0, 3, 5]).toContain(grpc);
      // One of the probes deletes the namespace.
      await server.as().send(post('/api/v1/namespaces', { key: 'shop', name: 'shop' }));
    },
  );

  test.each(probeTable([...reads, ...writes, ...namespaceWrites], ['docs', 'Shop', 'default']))(
    'a token of a namespace may not, elsewhere: %s in %s',
    async (_, namespaceKey, probe) => {
      expect(await verdictOf(server, probe, namespaceKey, token)).toEqual(verdictElsewhere(probe));
    },
  );

  test.each([
    ['login methods', { path: '/auth/v1/method' }],
    ['health', { path: '/health' }],
  ])('a token of a namespace passes where none is needed: %s', async (_, request) => {
    expect((await server.as(token).send(request)).status).toBe(200);
  });

  describe('a request cannot name two namespaces', () => {
    const path = '/api/v1/namespaces/docs/flags';
    const flag = { key: 'sneaked', name: 'n', enabled: true };

    test.each([
      ['the path beats the body', post(path, { ...flag, namespaceKey: 'shop' })],
      ['the path beats the body in snake case', post(path, { ...flag, namespace_key: 'shop' })],
      ['the query is not looked at where there is a body', post(`${path}?namespaceKey=shop`, flag)],
      ['the path beats the query', { path: `${path}?namespaceKey=shop` }],
      ['an encoded path is the path', { path: '/api/v1/namespaces/d%6Fcs/flags?namespaceKey=shop' }],
      [
        'of both spellings camelCase counts',
        post('/api/v1/flags', { ...flag, namespace_key: 'shop', namespaceKey: 'docs' }),
      ],
      [
        'of two members of one name the last counts',
        {
          path: '/api/v1/flags',
          body: '{"namespaceKey":"shop","key":"sneaked","name":"n","namespaceKey":"docs"}',
        },
      ],
      ['a header is none', { path, headers: { 'X-Flipt-Namespace': 'shop' } }],
      ['case counts', post('/api/v1/flags', { ...flag, NamespaceKey: 'shop' })],
      ['an escaped member is that member', { path: '/api/v1/flags', body: '{"namespace\\u004bey":"docs"}' }],
    ])('%s', async (_, request) => {
      expect((await server.as(token).send(request)).status).toBe(401);
      expect((await server.as().send({ path: '/api/v1/namespaces/docs/flags/sneaked' })).status).toBe(404);
      expect((await server.as().send({ path: '/api/v1/flags/sneaked' })).status).toBe(404);
    });

    test('the query is refused when it names two', async () => {
      const both = { path: '/api/v1/flags?namespaceKey=shop&namespace_key=docs' };
      expect((await server.as(token).send(both)).status).toBe(400);
    });
  });
}, authEnv);
