import { status } from '@grpc/grpc-js';
import { create, toBinary } from '@bufbuild/protobuf';
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { flipt, fliptEvaluation } from '@pennon/proto';
import { pathOf } from '../../support/grpc-client';
import { framed, GrpcRawConnection } from '../../support/grpc-raw-connection';
import { useGrpcClient } from '../../support/grpc-use-client';
import { useServer } from '../../support/use-server';

const { createFlag, orderRules } = flipt.Flipt.method;
const { variant } = fliptEvaluation.EvaluationService.method;

const server = useServer();
const client = useGrpcClient(server);

afterAll(() => {
  expect([...server.logged('WARN'), ...server.logged('ERROR')]).toEqual([]);
});

/** What a server says that has read a message without any field. */
const read = { grpcStatus: `${status.NOT_FOUND}`, grpcMessage: encodeURI('flag "default" not found') };

describe('a message', () => {
  test.each([
    ['that ends within a number', [0x08, 0xff]],
    ['with a number of eleven bytes', [0x08, ...Array.from({ length: 11 }, () => 0xff)]],
    ['that ends within a text', [0x0a, 0x05, 0x61]],
    ['whose text is said to be 4 GiB long', [0x0a, 0xff, 0xff, 0xff, 0xff, 0x0f]],
    ['whose text is no UTF-8', [0x0a, 0x02, 0xc3, 0x28]],
    ['whose text is half a surrogate pair', [0x0a, 0x03, 0xed, 0xa0, 0x80]],
    ['with a field of number 0', [0x00, 0x01]],
    ['with a wire type that there is not', [0x0f]],
    ['that ends a group which never began', [0x0c]],
    ['with a group that never ends', [0x0b]],
    ['of nothing but noise', [0xde, 0xad, 0xbe, 0xef]],
  ])('%s is no message', async (_, bytes) => {
    for (const method of [variant, createFlag, orderRules]) {
      expect(await client().send(pathOf(method), Uint8Array.from(bytes))).toMatchObject({
        code: status.INVALID_ARGUMENT,
        details: `the message is not a valid ${method.input.typeName}`,
      });
    }
  });

  test('with fields that nobody knows is read without them', async () => {
    const unknown = new BinaryWriter().tag(5000, WireType.LengthDelimited).string('new').finish();
    const known = toBinary(variant.input, create(variant.input, { flagKey: 'a' }));
    const answer = await client().send(pathOf(variant), Buffer.concat([unknown, known, unknown]));
    expect(answer).toMatchObject({ code: status.NOT_FOUND, details: 'flag "default/a" not found' });
  });

  test('nested 10,000 deep in groups that nobody knows is no message', async () => {
    const groups = Buffer.alloc(10_000, Buffer.from([0xfb, 0x3e]));
    expect(await client().send(pathOf(variant), groups)).toMatchObject({ code: status.INVALID_ARGUMENT });
  });
});

describe('a method', () => {
  test.each([
    '/flipt.Flipt/GetColour',
    '/flipt.Flipt/getFlag',
    '/flipt.Flipt/',
    '/flipt.Colours/GetFlag',
    '/flipt.auth.AuthenticationMethodTokenService/CreateToken',
    '/',
    '/__proto__/toString',
    `/${'x'.repeat(10_000)}`,
  ])('%.60s is not implemented', async (path) => {
    expect(await client().send(path, Buffer.alloc(0))).toMatchObject({ code: status.UNIMPLEMENTED });
  });
});

describe('a call that no gRPC library would make', () => {
  let connection: GrpcRawConnection;

  beforeEach(async () => {
    connection = await GrpcRawConnection.open(server.grpcAddress);
  });

  afterEach(async () => {
    // Whatever it was, the connection goes on.
    expect(await connection.send(pathOf(variant), framed(Buffer.alloc(0)))).toMatchObject(read);
    connection.close();
  });

  test.each([
    ['without a content type', { 'content-type': '' }],
    ['of JSON', { 'content-type': 'application/json' }],
  ])('%s is answered as HTTP has it', async (_, headers) => {
    expect(await connection.send(pathOf(variant), framed(Buffer.alloc(0)), headers)).toMatchObject({
      status: 415,
    });
  });

  test.each([
    ['without a message', Buffer.alloc(0), {}],
    ['with half a message', framed(Buffer.from('abcd')).subarray(0, 7), {}],
    ['with two messages', Buffer.concat([framed(Buffer.alloc(0)), framed(Buffer.alloc(0))]), {}],
    ['with a message of 4 GiB, by its own account', Buffer.alloc(5, 0xff), {}],
    ['compressed, without saying how', framed(Buffer.from('abcd'), { compressed: true }), {}],
    [
      'compressed in another way than it says',
      framed(Buffer.from('abcd'), { compressed: true }),
      { 'grpc-encoding': 'gzip' },
    ],
    [
      'compressed in a way that nobody knows',
      framed(Buffer.from('abcd'), { compressed: true }),
      { 'grpc-encoding': 'colours' },
    ],
    ['with a deadline that is none', framed(Buffer.alloc(0)), { 'grpc-timeout': 'soon' }],
    ['with a deadline that has passed', framed(Buffer.alloc(0)), { 'grpc-timeout': '0n' }],
    ['with binary metadata that is none', framed(Buffer.alloc(0)), { 'colour-bin': '\u00ff%%%' }],
  ])('%s is answered with a status', async (_, body, headers) => {
    const { grpcStatus } = await connection.send(pathOf(variant), body, headers);
    expect(grpcStatus).toMatch(/^[1-9]\d?$/);
  });

  test.each(['/flipt.Flipt/\u00ff', '/flipt.Flipt/%00', '/%E2%82', '/flipt.Flipt/GetFlag?a=b'])(
    'of a path that is no name: %j',
    async (path) => {
      expect(await connection.send(path, framed(Buffer.alloc(0)))).toMatchObject({
        grpcStatus: `${status.UNIMPLEMENTED}`,
      });
    },
  );
});
