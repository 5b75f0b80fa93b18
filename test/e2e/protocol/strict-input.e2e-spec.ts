import { status } from '@grpc/grpc-js';
import { flipt, pennonChanges } from '@pennon/proto';
import { useGrpcClient } from '../../support/grpc-use-client';
import { jsonOf, jsonRequest } from '../../support/http';
import { onServer } from '../../support/on-server';
import { invalidArgument, outcomeOf } from '../../support/outcome';

const changes = '/api/v1/namespaces/default/changes';

function startingWith(text: string): RegExp {
  return new RegExp(`^${text.replaceAll(/[[\].]/g, String.raw`\$&`)}`);
}

/** A flag that is wanted, as a change says it. */
const document = { document: JSON.stringify({ flags: [{ key: 'banner', name: 'Banner' }] }) };

onServer((server) => {
  const client = useGrpcClient(server);

  test.each([
    ['a misspelt member', { document, validateonly: true }, 'validateonly'],
    ['the time in the wrong place', { document, at: '2099-01-01T00:00:00Z' }, 'at'],
    ['the time by another name', { document, when: { time: '2099-01-01T00:00:00Z' } }, 'when.time'],
    ['a misspelt member below', { document: { ...document, delete: {} } }, 'document.delete'],
    ['a message that is too long', { document, message: 'x'.repeat(4097) }, 'message'],
    ['a message of two lines', { document, message: 'one\ntwo' }, 'message'],
    ['a message that turns the text around', { document, message: 'safe\u202etxt.exe' }, 'message'],
    ['a time that says nothing', { document, when: {} }, 'when'],
    ['no step at all', { document, when: { steps: [] } }, 'when'],
    ['two sources', { document, restore: { revision: 1 } }, 'restore'],
    ['one field by both names', { document, validateOnly: true, validate_only: true }, 'validateOnly'],
    ['a date without a time', { document, when: { at: '2099-01-01' } }, 'when.at'],
    ['a time without a zone', { document, when: { at: '2099-01-01T00:00:00' } }, 'when.at'],
    ['a leap second', { document, when: { at: '2098-12-31T23:59:60Z' } }, 'when.at'],
    ['a day that does not exist', { document, when: { at: '2099-02-30T00:00:00Z' } }, 'when.at'],
    ['a number as a time', { document, when: { at: 4_070_908_800 } }, 'when.at'],
    ['a number as a duration', { when: { steps: [{}, { after: 60 }] } }, 'when.steps[1].after'],
  ])('a change with %s is refused by the name of the field', async (_, body, field) => {
    expect(outcomeOf(await server.send(jsonRequest('POST', changes, body)))).toEqual(
      invalidArgument(startingWith(`invalid field ${field}: `)),
    );
  });

  test.each([
    ['a parameter beside the body', { path: `${changes}?validateOnly=true`, body: '{}' }, 'validateOnly'],
    ['a filter that there is not', { path: `${changes}?flag=x` }, 'flag'],
    [
      'a member of a call without it',
      { path: `${changes}/x/apply`, body: '{"validateOnly":true}' },
      'validateOnly',
    ],
  ])('%s is refused', async (_, request, field) => {
    const answer = await server.send(request);
    expect(outcomeOf(answer)).toEqual(
      invalidArgument(startingWith(`invalid field ${field}: unknown to Pennon `)),
    );
  });

  test.each([
    ['another namespace', changes, { document, namespaceKey: 'prod' }, 'namespaceKey'],
    ['another change', `${changes}/x/cancel`, { id: 'y' }, 'id'],
  ])('a body with %s than the path is refused', async (_, path, body, field) => {
    expect(outcomeOf(await server.send(jsonRequest('POST', path, body)))).toEqual(
      invalidArgument(startingWith(`invalid field ${field}: contradicts the path, `)),
    );
  });

  test.each([
    ['/revisions?namespaceKey=prod', 'namespaceKey'],
    ['/revisions?namespace_key=prod', 'namespaceKey'],
    ['/revisions/1?revision=2', 'revision'],
  ])('a query %s that says otherwise than the path is refused', async (query, field) => {
    expect(outcomeOf(await server.send({ path: `/api/v1/namespaces/default${query}` }))).toEqual(
      invalidArgument(startingWith(`invalid field ${field}: contradicts the path, `)),
    );
  });

  test('a second value after the body is refused', async () => {
    const body = `${JSON.stringify({ document })}, {"validateOnly": true}`;
    expect(outcomeOf(await server.send({ verb: 'POST', path: changes, body }))).toEqual(
      invalidArgument(/^malformed JSON body: /),
    );
  });

  test.each([
    ['twice', '{"message": "a", "message": "b"}', 'message'],
    ['twice with the same value', '{"validateOnly": true, "validateOnly" : true}', 'validateOnly'],
    ['twice in different spellings', String.raw`{"message": "a", "\u006dessage": "b"}`, 'message'],
    ['twice below', '{"restore": {"revision": 1, "flags": [], "flags": ["a"]}}', 'restore.flags'],
    [
      'twice in an item of a list',
      String.raw`{"when":{"steps":[{},{"after":"60s","document":{"document":"{\"a\":1}"},"after":"1s"}]}}`,
      'when.steps[1].after',
    ],
    ['twice without being known', '{"x y": 1, "x y": 2}', '"x y"'],
  ])('a member that is given %s is refused by its path', async (_, body, field) => {
    expect(outcomeOf(await server.send({ verb: 'POST', path: changes, body }))).toEqual(
      invalidArgument(`invalid field ${field}: is given twice`),
    );
  });

  test('of a repeated member of Flipt the last one counts', async () => {
    const body = '{"key": "repeated", "name": "a", "name": "b"}';
    const flags = '/api/v1/namespaces/default/flags';
    expect(jsonOf(await server.send({ verb: 'POST', path: flags, body }))).toMatchObject({ name: 'b' });
    await server.send({ verb: 'DELETE', path: `${flags}/repeated` });
  });

  test('a number that an enum does not have is refused over gRPC by the name of the field', async () => {
    const { createChange, listChanges } = pennonChanges.ChangeService.method;
    const invalid = (details: string): object => ({
      code: status.INVALID_ARGUMENT,
      details: `invalid field ${details}`,
    });
    const source = { case: 'document' as const, value: document };
    expect(await client().call(createChange, { source, mode: 7 as never })).toMatchObject(
      invalid('mode: must be APPLY or PROPOSE'),
    );
    const promote = { fromNamespace: 'other', flags: ['a'], includeSegments: 9 as never };
    expect(await client().call(createChange, { source: { case: 'promote', value: promote } })).toMatchObject(
      invalid('promote.includeSegments: must be MISSING or ALL'),
    );
    const states = 'PENDING_REVIEW, SCHEDULED, APPLIED, REJECTED, CANCELLED, CONFLICTED or FAILED';
    expect(await client().call(listChanges, { state: [1, 99 as never] })).toMatchObject(
      invalid(`state[1]: must be ${states}`),
    );
    const { createFlag } = flipt.Flipt.method;
    expect(await client().call(createFlag, { key: 'x', name: 'x', type: 7 as never })).toMatchObject(
      invalid('type: unknown value 7'),
    );
  });

  test('a refusal tells programs why, and a conflict what was changed by whom', async () => {
    const unknown = await server.send(jsonRequest('POST', changes, { document, validateonly: true }));
    expect(jsonOf(unknown)).toMatchObject({
      code: 3,
      details: [
        {
          '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
          ...{ reason: 'UNKNOWN_FIELD', domain: 'pennon', metadata: { field: 'validateonly' } },
        },
      ],
    });
    const ofFlipt = await server.send({ path: '/api/v1/namespaces/default/flags/absent' });
    expect(jsonOf(ofFlipt)).toMatchObject({ code: 5, details: [] });
    const absent = await server.send({ path: `${changes}/absent` });
    expect(jsonOf(absent)).toMatchObject({ details: [{ reason: 'NOT_FOUND', metadata: {} }] });
  });

  test('none of it has published anything', async () => {
    expect(jsonOf(await server.send({ path: '/api/v1/namespaces/default/flags' }))).toMatchObject({
      totalCount: 0,
    });
    expect(jsonOf(await server.send({ path: changes }))).toMatchObject({ changes: [] });
  });

  test('a conflict tells what was changed since, by kind, key and revision', async () => {
    const key = { key: 'contested', name: 'Contested', type: 'BOOLEAN_FLAG_TYPE' };
    await server.send(jsonRequest('POST', '/api/v1/namespaces/default/flags', key));
    const list = jsonOf(await server.send({ path: '/api/v1/namespaces/default/revisions?limit=1' }));
    const [{ revision }] = (list as { revisions: [{ revision: string }] }).revisions;
    const wanted = { document: JSON.stringify({ flags: [{ ...key, name: 'Other' }] }) };
    const request = { document: wanted, baseRevision: `${Number.parseInt(revision, 10) - 1}` };
    const answer = await server.send(jsonRequest('POST', changes, request));
    expect(answer.status).toBe(409);
    expect(jsonOf(answer)).toMatchObject({
      code: 10,
      details: [
        { reason: 'CONFLICT' },
        {
          '@type': 'type.googleapis.com/pennon.changes.ConflictList',
          conflicts: [{ kind: 'flag', key: 'contested', revision, author: { authentication: 'none' } }],
          conflictsLeftOut: 0,
        },
      ],
    });
  });
});
