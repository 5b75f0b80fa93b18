import { status } from '@grpc/grpc-js';
import { addFlag } from '../../support/flags';
import { jsonRequest } from '../../support/http';
import { useServer, type SharedServer } from '../../support/use-server';
import { OfrepGrpcClient } from './ofrep-grpc-client';
import { addSomeFlags, answersToDutch, dutch, shownKeys } from './some-flags';

type Key = keyof typeof answersToDutch;

/** An answer of the HTTP door as proto-loader shows the same message. */
function messageOf(key: Key): object {
  const { metadata, value, ...answer } = answersToDutch[key] as {
    readonly metadata: Readonly<Record<string, string>>;
    readonly value: string | boolean;
  };
  const members = Object.entries(metadata).map(([name, text]) => [name, { stringValue: text }]);
  return {
    ...answer,
    metadata: { fields: Object.fromEntries(members) as object },
    value: typeof value === 'string' ? { stringValue: value } : { boolValue: value },
  };
}

function useClient(server: SharedServer): () => OfrepGrpcClient {
  let client: OfrepGrpcClient;
  beforeAll(() => {
    client = new OfrepGrpcClient(server.grpcAddress);
  });
  afterAll(() => {
    client.close();
  });
  return () => client;
}

describe('OFREP over gRPC', () => {
  const server = useServer();
  const client = useClient(server);

  beforeAll(async () => {
    await addSomeFlags(server);
    await server.send(jsonRequest('POST', '/api/v1/namespaces', { key: 'shop', name: 'Shop' }));
    await addFlag(server, { key: 'banner', type: 'BOOLEAN_FLAG_TYPE', namespaceKey: 'shop', enabled: false });
  });

  test.each(Object.keys(answersToDutch) as Key[])('%s answers as over HTTP', async (key) => {
    const { message } = await client().call('EvaluateFlag', { key, context: dutch });
    expect(message).toMatchObject(messageOf(key));
  });

  test('a bulk answers as over HTTP', async () => {
    const { message } = await client().call('EvaluateBulk', { context: dutch });
    expect(message).toMatchObject({ flags: shownKeys.map(messageOf) });
  });

  test('a bulk answers for the flags it names', async () => {
    const { message } = await client().call('EvaluateBulk', { context: { ...dutch, flags: 'off, banner' } });
    expect(message).toMatchObject({ flags: [messageOf('off'), messageOf('banner')] });
  });

  test('the metadata names the namespace', async () => {
    const shop = { 'x-flipt-namespace': 'shop' };
    const single = await client().call('EvaluateFlag', { key: 'banner' }, shop);
    expect(single.message).toMatchObject({ variant: 'false' });
    const bulk = await client().call('EvaluateBulk', {}, shop);
    expect(bulk.message).toMatchObject({ flags: [{ key: 'banner', variant: 'false' }] });
    const empty = await client().call('EvaluateFlag', { key: 'banner' }, { 'x-flipt-namespace': '' });
    expect(empty.message).toMatchObject({ variant: 'true' });
  });

  test('the configuration is that of HTTP', async () => {
    const { message } = await client().call('GetProviderConfiguration');
    expect(message).toEqual({
      name: 'flipt',
      capabilities: {
        cacheInvalidation: { polling: { enabled: false, minPollingIntervalMs: 0 } },
        flagEvaluation: { supportedTypes: ['string', 'boolean'] },
      },
    });
  });

  test.each([
    ['one flag', 'EvaluateFlag', { key: 'gone' }, {}],
    ['one flag of no namespace', 'EvaluateFlag', { key: 'gone' }, { 'x-flipt-namespace': 'nowhere' }],
    ['a named flag', 'EvaluateBulk', { context: { flags: 'banner,gone' } }, {}],
  ] as const)('a flag that is missing is named, for %s', async (_, method, request, metadata) => {
    const { error } = await client().call(method, request, metadata);
    expect(error).toMatchObject({ code: status.NOT_FOUND, details: 'flag was not found gone' });
    const [detail] = error?.metadata.get('grpc-status-details-bin') ?? [];
    expect(Buffer.from(detail ?? '').toString('latin1')).toMatch(/ofrep-flag-key.*gone/s);
  });

  test.each([{}, { key: '' }])('a key must be given: %j', async (request) => {
    const { error } = await client().call('EvaluateFlag', request);
    expect(error).toMatchObject({ code: status.INVALID_ARGUMENT, details: 'flag key was not provided' });
    expect(error?.metadata.get('grpc-status-details-bin')).toEqual([]);
  });

  test('whoever holds the bulk answer is told so', async () => {
    const request = { context: dutch };
    const { headers } = await client().call('EvaluateBulk', request);
    const [tag = ''] = headers.get('x-etag').map(String);
    expect(tag).toMatch(/^"[\da-f]+"$/);
    const second = await client().call('EvaluateBulk', request, { 'grpcgateway-if-none-match': tag });
    expect(second.message).toEqual({ flags: [] });
    expect([second.headers.get('x-etag'), second.headers.get('x-http-code')]).toEqual([[tag], ['304']]);
  });

  test('both doors give the same tag', async () => {
    const { headers } = await client().call('EvaluateBulk', { context: dutch });
    const { headers: http } = await server.send(
      jsonRequest('POST', '/ofrep/v1/evaluate/flags', { context: dutch }),
    );
    expect(headers.get('x-etag')).toEqual([http.etag]);
  });

  test('a bulk that fails has no tag', async () => {
    const { headers } = await client().call('EvaluateBulk', { context: { ...dutch, flags: 'gone' } });
    expect(headers.get('x-etag')).toEqual([]);
  });
});

describe('OFREP over gRPC in the dialect openfeature', () => {
  const server = useServer({ PENNON_OFREP_DIALECT: 'openfeature' });
  const client = useClient(server);

  test('a named flag that is missing is an entry without a value', async () => {
    await addFlag(server, { key: 'banner', type: 'BOOLEAN_FLAG_TYPE' });
    const { message } = await client().call('EvaluateBulk', { context: { flags: 'gone,banner' } });
    const { flags } = message as { flags: object[] };
    expect(flags).toMatchObject([
      {
        key: 'gone',
        value: null,
        metadata: null,
        errorCode: 'FLAG_NOT_FOUND',
        errorDetails: 'flag was not found gone',
      },
      { key: 'banner', value: { boolValue: true } },
    ]);
    expect(flags[1]).not.toHaveProperty('errorCode', 'FLAG_NOT_FOUND');
  });

  test('a flag that is asked for alone is an error all the same', async () => {
    const { error } = await client().call('EvaluateFlag', { key: 'gone' });
    expect(error).toMatchObject({ code: status.NOT_FOUND });
  });
});
