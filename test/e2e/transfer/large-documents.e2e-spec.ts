import { status } from '@grpc/grpc-js';
import { pennonTransfer } from '@pennon/proto';
import { useGrpcClient } from '../../support/grpc-use-client';
import { jsonOf, jsonRequest } from '../../support/http';
import { outcomeOf, tooLarge } from '../../support/outcome';
import { useServer } from '../../support/use-server';
import { documentOf, documentPath, importRequest, largeDocument } from './documents';

const { exportNamespace, importNamespace } = pennonTransfer.TransferService.method;

const FLAGS = 10_000;

/** How long the largest imports may take, in milliseconds; generous, because CI machines are slow. */
const LARGE_TIMEOUT_MS = 180_000;

describe('a namespace of ten thousand flags', () => {
  const server = useServer({
    PENNON_SERVER_GRPC_MAX_RECEIVE_BYTES: '32MiB',
    PENNON_SERVER_GRPC_MAX_CALL_TIME: '0s',
  });
  const grpc = useGrpcClient(server, { 'grpc.max_receive_message_length': -1 });

  test(
    'goes in over HTTP and comes out as it was, and is evaluated at once',
    async () => {
      const document = largeDocument('large', FLAGS);
      const importing = server.send(importRequest('large', document));
      // Others are answered meanwhile.
      const waiting = Promise.resolve('waiting' as const);
      let evaluated = 0;
      while ((await Promise.race([importing, waiting])) === 'waiting') {
        const { status: answered } = await server.send(jsonRequest('POST', '/evaluate/v1/batch', {}));
        expect(answered).toBe(200);
        evaluated++;
      }
      const answer = await importing;
      expect([answer.status, jsonOf(answer)]).toMatchObject([200, { summary: { create: FLAGS + 51 } }]);
      expect(evaluated).toBeGreaterThan(0);
      const question = { namespaceKey: 'large', flagKey: `flag-${FLAGS - 1}`, entityId: 'e' };
      const evaluation = await server.send(jsonRequest('POST', '/evaluate/v1/variant', question));
      expect(jsonOf(evaluation)).toMatchObject({ match: true });
      expect(documentOf(await server.send({ path: documentPath('large') }))).toEqual(document);
    },
    LARGE_TIMEOUT_MS,
  );

  test(
    'goes out and in over gRPC',
    async () => {
      const outcome = await grpc().call(exportNamespace, { namespaceKey: 'large' });
      if (!('message' in outcome)) throw new Error(outcome.details);
      const { document } = outcome.message;
      const again = await grpc().call(importNamespace, { namespaceKey: 'large', document });
      expect(again).toMatchObject({ message: { lines: [], revision: outcome.message.revision } });
    },
    LARGE_TIMEOUT_MS,
  );

  test(
    'that is wrong at its end is refused with the place',
    async () => {
      const text = JSON.stringify(largeDocument('large', FLAGS)).replace(/"segment-49",("name")/, '"a b",$1');
      const answer = await server.send(importRequest('large', text));
      expect([answer.status, jsonOf(answer)]).toMatchObject([
        400,
        { message: expect.stringMatching(/^invalid field document: 1:40\d{5}: segments\[49\]\.key: /) },
      ]);
    },
    LARGE_TIMEOUT_MS,
  );
});

describe('with a limit of 2 KiB on imports', () => {
  const server = useServer({
    PENNON_SERVER_MAX_IMPORT_BYTES: '2KiB',
    PENNON_SERVER_MAX_BODY_BYTES: '1KiB',
    PENNON_SERVER_GRPC_MAX_RECEIVE_BYTES: '2KiB',
  });
  const grpc = useGrpcClient(server);

  test('a larger document is refused, and one that no other request could send is not', async () => {
    const document = (bytes: number): string => '{"namespace":"a"}'.padEnd(bytes);
    expect((await server.send(importRequest('a', document(1500)))).status).toBe(200);
    expect(outcomeOf(await server.send(importRequest('a', document(2048))))).toEqual(
      tooLarge('the request body is larger than 2048 bytes'),
    );
    const outcome = await grpc().call(importNamespace, { namespaceKey: 'a', document: document(2048) });
    expect(outcome).toMatchObject({ code: status.RESOURCE_EXHAUSTED });
  });
});
