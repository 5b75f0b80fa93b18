import { status } from '@grpc/grpc-js';
import { type JsonObject } from '@bufbuild/protobuf';
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { flipt } from '@pennon/proto';
import { pathOf } from '../../support/grpc-client';
import { useGrpcClient } from '../../support/grpc-use-client';
import { jsonOf, jsonRequest } from '../../support/http';
import { useServer } from '../../support/use-server';

const { createFlag, getFlag, listFlags, updateFlag } = flipt.Flipt.method;

/** An object in an object in an object … */
function nested(depth: number): JsonObject {
  let value: JsonObject = { end: 'here' };
  for (let level = 1; level < depth; level++) value = { a: value };
  return value;
}

/** The same as the bytes of a Struct, written without recursion, because a hostile client would. */
function nestedBytes(depth: number): Uint8Array {
  let struct: Uint8Array = new Uint8Array();
  for (let level = 0; level < depth; level++) {
    const value = field(5, struct);
    const entry = Buffer.concat([field(1, Buffer.from('a')), field(2, value)]);
    struct = field(1, entry);
  }
  return struct;
}

function field(number: number, bytes: Uint8Array): Uint8Array {
  return new BinaryWriter().tag(number, WireType.LengthDelimited).bytes(bytes).finish();
}

const server = useServer();
const client = useGrpcClient(server);

test.each([1, 10, 49])('metadata %d deep is the same on both doors', async (depth) => {
  const metadata = nested(depth);
  const [byGrpc, byHttp] = [`grpc-${depth}`, `http-${depth}`];
  const created = await client().call(createFlag, { key: byGrpc, name: 'a', metadata });
  expect(created).toMatchObject({ message: { metadata } });
  await server.send(
    jsonRequest('POST', '/api/v1/namespaces/default/flags', { key: byHttp, name: 'a', metadata }),
  );
  for (const key of [byGrpc, byHttp]) {
    expect(await client().call(getFlag, { key })).toMatchObject({ message: { metadata } });
    const answer = await server.send({ path: `/api/v1/namespaces/default/flags/${key}` });
    expect(jsonOf(answer)).toMatchObject({ metadata });
    expect(await client().call(updateFlag, { key, name: 'b', metadata })).toMatchObject({
      message: { name: 'b', metadata },
    });
  }
});

// Readers of protobuf bound how deep messages lie in messages, usually at 100, and every object is two of them.
test.each([50, 100, 1000, 10_000])('metadata %d deep is no message, and changes nothing', async (depth) => {
  const bytes = Buffer.concat([
    field(1, Buffer.from(`deep-${depth}`)),
    field(2, Buffer.from('Deep')),
    field(7, nestedBytes(depth)),
  ]);
  expect(await client().send(pathOf(createFlag), bytes)).toMatchObject({
    code: status.INVALID_ARGUMENT,
    details: 'the message is not a valid flipt.CreateFlagRequest',
  });
  expect(await client().call(getFlag, { key: `deep-${depth}` })).toMatchObject({ code: status.NOT_FOUND });
});

test('metadata that is deeper, which HTTP takes, can be read and listed over gRPC', async () => {
  const flag = { key: 'deepest', name: 'Deepest', metadata: nested(90) };
  const created = await server.send(jsonRequest('POST', '/api/v1/namespaces/default/flags', flag));
  expect(created.status).toBe(200);
  for (const { method, request } of [
    { method: getFlag, request: field(1, Buffer.from(flag.key)) },
    { method: listFlags, request: new Uint8Array() },
  ]) {
    // As bytes, because readers have bounds of their own.
    const { code, bytes } = await client().send(pathOf(method), request);
    expect([code, bytes.includes('Deepest')]).toEqual([status.OK, true]);
  }
});

test('nothing of this was an error of the server', () => {
  expect([...server.logged('WARN'), ...server.logged('ERROR')]).toEqual([]);
});
