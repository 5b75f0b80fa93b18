import { gzipSync } from 'node:zlib';
import { compressionAlgorithms, type Metadata, status } from '@grpc/grpc-js';
import { create, toBinary } from '@bufbuild/protobuf';
import { flipt, fliptEvaluation, fliptOfrep } from '@pennon/proto';
import { pathOf } from '../../support/grpc-client';
import { framed, GrpcRawConnection } from '../../support/grpc-raw-connection';
import { useGrpcClient } from '../../support/grpc-use-client';
import { useServer } from '../../support/use-server';

const KIB = 1024;
const MIB = 1024 * KIB;

/** What clients take at least, with room for the headers that every answer has. gRPC for Java and C: 8 KiB. */
const SMALLEST_HEADER_LIMIT = 7.5 * KIB;

/** Every character of it grows when it is escaped. */
const longKey = '🏳️‍🌈é%'.repeat(10_000);

const { createFlag, listFlags } = flipt.Flipt.method;
const { variant } = fliptEvaluation.EvaluationService.method;
const { evaluateFlag } = fliptOfrep.OFREPService.method;

/** What comes back for a message that the server has read. */
const read = { code: status.NOT_FOUND, details: 'flag "default" not found' };

/** What comes back for one that it would not. */
function tooLarge(words: RegExp): object {
  return { code: status.RESOURCE_EXHAUSTED, details: expect.stringMatching(words) };
}

/** A request to evaluate no flag, of about that size. */
function requestOfSize(bytes: number): { readonly requestId: string } {
  return { requestId: 'x'.repeat(bytes) };
}

describe('with small limits', () => {
  const server = useServer({
    PENNON_SERVER_GRPC_MAX_RECEIVE_BYTES: '1KiB',
    PENNON_SERVER_GRPC_MAX_SEND_BYTES: '1KiB',
  });
  const client = useGrpcClient(server);

  test('a message within the limit is read, and a larger one is refused', async () => {
    expect(await client().call(variant, requestOfSize(KIB - 10))).toEqual(read);
    expect(await client().call(variant, requestOfSize(KIB + 1))).toEqual(tooLarge(/larger than max/));
  });

  test('a message is as large as what is compressed in it', async () => {
    const message = toBinary(variant.input, create(variant.input, requestOfSize(MIB)));
    const body = framed(gzipSync(message), { compressed: true });
    const connection = await GrpcRawConnection.open(server.grpcAddress);
    const answer = await connection.send(pathOf(variant), body, { 'grpc-encoding': 'gzip' });
    connection.close();
    expect([body.length < 2 * KIB, answer.grpcStatus]).toEqual([true, `${status.RESOURCE_EXHAUSTED}`]);
  });

  test('an answer within the limit is sent, and a larger one is refused', async () => {
    const description = 'x'.repeat(300);
    for (const key of ['a', 'b']) await client().call(createFlag, { key, name: key, description });
    expect(await client().call(listFlags, {})).toMatchObject({ message: { totalCount: 2 } });
    await client().call(createFlag, { key: 'c', name: 'c', description: description.repeat(2) });
    expect(await client().call(listFlags, {})).toEqual(tooLarge(/larger than max/));
    expect(await client().call(listFlags, { limit: 2 })).toMatchObject({ message: { totalCount: 3 } });
  });
});

describe('with the limits a server has by default', () => {
  const server = useServer();

  describe('and a client without any', () => {
    const client = useGrpcClient(server);

    test('a message of just below 4 MiB is read, and a larger one is refused', async () => {
      expect(await client().call(variant, requestOfSize(4 * MIB - 10))).toEqual(read);
      expect(await client().call(variant, requestOfSize(4 * MIB))).toEqual(tooLarge(/larger than max/));
      expect(await client().call(variant, {})).toEqual(read);
    });

    test('metadata of 1 MiB fails a call, and that is all', async () => {
      const metadata = { 'x-flipt-namespace': 'x'.repeat(MIB) };
      expect(await client().call(variant, {}, { metadata })).not.toEqual(read);
      expect(await client().call(variant, {})).toEqual(read);
    });

    test('an error about a key of 1 MiB is told in a few words', async () => {
      const outcome = await client().call(variant, { flagKey: 'x'.repeat(MIB) });
      expect(outcome).toEqual({
        code: status.NOT_FOUND,
        details: expect.stringMatching(/^flag "default\/x{1400,1536}…$/),
      });
      expect(await client().call(variant, {})).toEqual(read);
    });

    test.each([
      ['that is not found', toBinary(variant.input, create(variant.input, { flagKey: longKey })), variant],
      [
        'that OFREP names apart',
        toBinary(evaluateFlag.input, create(evaluateFlag.input, { key: longKey })),
        evaluateFlag,
      ],
    ])(
      'what an error says of a long key %s fits into the headers that any client takes',
      async (_, bytes, method) => {
        const { code, details, trailers } = await client().send(pathOf(method), bytes);
        expect(code).toBe(status.NOT_FOUND);
        trailers.set('grpc-message', encodeURI(details));
        expect(sizeOf(trailers)).toBeLessThan(SMALLEST_HEADER_LIMIT);
      },
    );
  });

  describe.each(['gzip', 'deflate'] as const)('and a client that compresses with %s', (algorithm) => {
    const client = useGrpcClient(server, {
      'grpc.default_compression_algorithm': compressionAlgorithms[algorithm],
    });

    test('its messages are read', async () => {
      const description = 'compressible '.repeat(5_000);
      const flag = { key: algorithm, name: algorithm, description };
      expect(await client().call(createFlag, flag)).toMatchObject({ message: { description } });
    });
  });
});

/** The bytes of metadata as the limits of HTTP/2 count them: 32 more for every entry. */
function sizeOf(metadata: Metadata): number {
  const entries = Object.entries(metadata.toHttp2Headers());
  return entries.reduce((sum, [name, value]) => sum + name.length + String(value).length + 32, 0);
}
