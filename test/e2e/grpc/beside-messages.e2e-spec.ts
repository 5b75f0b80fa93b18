import { status, type Metadata } from '@grpc/grpc-js';
import { create, fromBinary } from '@bufbuild/protobuf';
import { anyUnpack, StructSchema } from '@bufbuild/protobuf/wkt';
import { fliptEvaluation, fliptOfrep } from '@pennon/proto';
import { StatusSchema } from '../../../libs/proto/src/gen/google/rpc/status_pb';
import { addFlag } from '../../support/flags';
import { type GrpcAnswer } from '../../support/grpc-client';
import { useGrpcClient } from '../../support/grpc-use-client';
import { jsonRequest } from '../../support/http';
import { useServer } from '../../support/use-server';

const { evaluationSnapshotNamespace: getSnapshot } = fliptEvaluation.DataService.method;
const { evaluateFlag, evaluateBulk } = fliptOfrep.OFREPService.method;

const server = useServer();
const client = useGrpcClient(server);

beforeAll(async () => {
  await addFlag(server, { key: 'beta', type: 'BOOLEAN_FLAG_TYPE' });
  await server.send(jsonRequest('POST', '/api/v1/namespaces', { key: 'shop', name: 'Shop' }));
  await addFlag(server, { namespaceKey: 'shop', key: 'colour' });
});

/** Asks for the snapshot of a namespace. */
async function snapshot(
  key: string,
  metadata: Readonly<Record<string, string>> = {},
): Promise<
  GrpcAnswer & { readonly tag: string; readonly flagKeys: readonly string[]; readonly echo?: string }
> {
  const request = create(getSnapshot.input, { key });
  const answer = await client().sendMessage(getSnapshot, request, { metadata });
  const { flags, namespace } = fromBinary(getSnapshot.output, answer.bytes);
  const echo = namespace && { echo: namespace.key };
  return {
    ...answer,
    ...echo,
    tag: valueOf(answer.headers, 'x-etag'),
    flagKeys: flags.map(({ key: flag }) => flag),
  };
}

function valueOf(metadata: Metadata, name: string): string {
  return metadata.get(name).join();
}

describe('the snapshot', () => {
  test('is tagged as it is over HTTP', async () => {
    const { headers } = await server.send({ path: '/internal/v1/evaluation/snapshot/namespace/shop' });
    const { code, tag, flagKeys, echo } = await snapshot('shop');
    expect([code, flagKeys, echo]).toEqual([status.OK, ['colour'], 'shop']);
    expect(tag).toMatch(/^[\da-f]{40}$/);
    expect(tag).toBe(headers.etag);
  });

  test('is not sent to a caller who holds it', async () => {
    const { tag } = await snapshot('shop');
    const held = await snapshot('shop', { 'grpcgateway-if-none-match': `"old", W/"${tag}"` });
    expect(held).toMatchObject({ code: status.OK, tag, bytes: Buffer.alloc(0) });
    expect(valueOf(held.headers, 'x-http-code')).toBe('304');
  });

  test.each([
    ['another tag', { 'grpcgateway-if-none-match': 'abc' }],
    ['no tag', { 'grpcgateway-if-none-match': '' }],
    ['all tags', { 'grpcgateway-if-none-match': '*' }],
  ])('is sent to a caller who holds %s', async (_, metadata) => {
    const { headers, flagKeys } = await snapshot('shop', metadata);
    expect([flagKeys, valueOf(headers, 'x-http-code')]).toEqual([['colour'], '']);
  });

  test('is sent when the metadata has the name that the header has', async () => {
    const { tag } = await snapshot('shop');
    expect(await snapshot('shop', { 'if-none-match': tag })).toMatchObject({ flagKeys: ['colour'] });
  });

  test('of no namespace is that of the default one', async () => {
    expect(await snapshot('')).toMatchObject({ flagKeys: ['beta'], echo: '' });
  });

  test('of a namespace that is not there is empty, and has no tag', async () => {
    expect(await snapshot('gone')).toMatchObject({ code: status.OK, flagKeys: [], echo: 'gone', tag: '' });
  });
});

describe('OFREP', () => {
  test('takes the namespace from the metadata, and the default one without it', async () => {
    const ofShop = { metadata: { 'x-flipt-namespace': 'shop' } };
    const none = { metadata: { 'x-flipt-namespace': '' } };
    const keysOf = async (extras: object): Promise<unknown> => {
      const outcome = await client().call(evaluateBulk, {}, extras);
      return 'message' in outcome ? outcome.message.flags.map(({ key }) => key) : outcome;
    };
    expect([await keysOf(ofShop), await keysOf({}), await keysOf(none)]).toEqual([
      ['colour'],
      ['beta'],
      ['beta'],
    ]);
  });

  test('over HTTP takes it from the header that stands for metadata as well', async () => {
    const headers = { 'Grpc-Metadata-X-Flipt-Namespace': 'shop' };
    const { status: code } = await server.send({
      path: '/ofrep/v1/evaluate/flags/colour',
      body: '{}',
      headers,
    });
    expect(code).toBe(200);
  });

  test('names the flag that is missing in a detail of the status', async () => {
    const { code, details, trailers } = await client().sendMessage(
      evaluateFlag,
      create(evaluateFlag.input, { key: 'gone' }),
    );
    expect([code, details]).toEqual([status.NOT_FOUND, 'flag was not found gone']);
    const [bytes] = trailers.get('grpc-status-details-bin');
    const inDetail = fromBinary(StatusSchema, bytes as Buffer);
    expect(inDetail).toMatchObject({ code, message: details });
    const structs = inDetail.details.map((detail) => anyUnpack(detail, StructSchema)?.fields);
    expect(structs).toEqual([
      { 'ofrep-flag-key': expect.objectContaining({ kind: { case: 'stringValue', value: 'gone' } }) },
    ]);
  });

  test('refuses a flag without a key, without a detail', async () => {
    const answer = await client().sendMessage(evaluateFlag, create(evaluateFlag.input));
    expect(answer).toMatchObject({
      code: status.INVALID_ARGUMENT,
      details: 'flag key was not provided',
    });
    expect(answer.trailers.get('grpc-status-details-bin')).toEqual([]);
  });
});
