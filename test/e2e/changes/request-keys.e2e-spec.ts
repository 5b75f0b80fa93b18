import { create, fromBinary, type MessageInitShape } from '@bufbuild/protobuf';
import { anyUnpack } from '@bufbuild/protobuf/wkt';
import { status } from '@grpc/grpc-js';
import { ErrorInfoSchema, pennonChanges, StatusSchema } from '@pennon/proto';
import {
  addNamespace,
  changeIn,
  newChange,
  partlyOn,
  pathIn,
  revisionsOf,
  documentSource,
} from '../../support/change-calls';
import { GrpcClient } from '../../support/grpc-client';
import { jsonOf, jsonRequest } from '../../support/http';
import { marked } from '../../support/marked';
import { onServerAndWorkers } from '../../support/on-server';
import { invalidArgument, outcomeOf } from '../../support/outcome';

const { createChange } = pennonChanges.ChangeService.method;

const namespaceKey = 'shop';
const requestKey = 'd9b7c8e2-5f7c-4c0e-9d0b-3e1a5b6c7d8e';
const flags = [partlyOn('banner', 10)];
const reused = `request key "${requestKey}" was used for another request, or by another caller, in the last 24 hours`;

onServerAndWorkers((server) => {
  let grpc: GrpcClient;
  const request = (percent: number): MessageInitShape<typeof createChange.input> => ({
    ...{ namespaceKey, requestKey },
    source: { case: 'document', value: documentSource(namespaceKey, [partlyOn('banner', percent)]) },
  });

  beforeAll(async () => {
    grpc = new GrpcClient(server.grpcAddress);
    await addNamespace(server, namespaceKey);
  });

  afterAll(() => {
    grpc.close();
  });

  test('a change is made once, whatever the door and however often it is sent', async () => {
    const sent = Array.from({ length: 5 }, () =>
      changeIn(server.send(newChange(namespaceKey, flags, { requestKey }))),
    );
    const revisions = (await Promise.all(sent)).map(({ revision }) => revision);
    expect(revisions).toEqual(revisions.map(() => marked(2)));
    expect(new Set(revisions).size).toBe(1);
    expect(await grpc.call(createChange, request(10))).toMatchObject({
      message: { changed: true, change: { revision: revisions[0] } },
    });
    expect(await revisionsOf(server, namespaceKey)).toHaveLength(2);
  });

  test('a key that was used for something else is refused at both doors', async () => {
    const answer = await server.send(newChange(namespaceKey, [partlyOn('banner', 20)], { requestKey }));
    expect(answer.status).toBe(409);
    const info = { reason: 'REQUEST_KEY_REUSED', domain: 'pennon', metadata: {} };
    expect(jsonOf(answer)).toEqual({
      ...{ code: 10, message: reused },
      details: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', ...info }],
    });
    const refused = await grpc.sendMessage(createChange, create(createChange.input, request(20)));
    expect([refused.code, refused.details]).toEqual([status.ABORTED, reused]);
    const [bytes] = refused.trailers.get('grpc-status-details-bin');
    const [detail] = fromBinary(StatusSchema, bytes as Buffer).details;
    expect(detail && anyUnpack(detail, ErrorInfoSchema)).toMatchObject(info);
    expect(await revisionsOf(server, namespaceKey)).toHaveLength(2);
  });

  test.each([
    ['long', 'k'.repeat(65), 'must not be longer than 64 characters'],
    ['of two lines', 'a\nb', 'must be one line without control and bidirectional-override characters'],
  ])('a key that is %s is refused at both doors', async (_, key, problem) => {
    const message = `invalid field requestKey: ${problem}`;
    const paths = ['changes', 'revisions/2/revert', 'changes/x/apply', 'changes/x/cancel'];
    for (const path of paths) {
      const sent = jsonRequest('POST', pathIn(namespaceKey, path), {
        ...(path === 'changes' && { document: documentSource(namespaceKey, flags) }),
        requestKey: key,
      });
      expect({ path, ...outcomeOf(await server.send(sent)) }).toEqual({ path, ...invalidArgument(message) });
    }
    const edit = jsonRequest('PUT', pathIn(namespaceKey, 'changes/x'), { message: 'm', requestKey: key });
    expect(outcomeOf(await server.send(edit))).toEqual(invalidArgument(message));
    const review = { verdict: 'APPROVE', requestKey: key };
    const reviewed = await server.send(
      jsonRequest('POST', pathIn(namespaceKey, 'changes/x/reviews'), review),
    );
    expect(outcomeOf(reviewed)).toEqual(invalidArgument(message));
    expect(await grpc.call(createChange, { ...request(10), requestKey: key })).toEqual({
      ...{ code: status.INVALID_ARGUMENT, details: message },
    });
  });

  test('a key of 64 characters is taken, whatever characters they are', async () => {
    const key = '🔑'.repeat(64);
    const sent = [0, 1].map(() =>
      server.send(newChange(namespaceKey, [partlyOn('banner', 30)], { requestKey: key })),
    );
    const [first, second] = await Promise.all(sent.map(changeIn));
    expect(first?.revision).toEqual(marked(3));
    expect(second?.revision).toBe(first?.revision);
  });
});
