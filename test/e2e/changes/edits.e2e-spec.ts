import { pennonChanges } from '@pennon/proto';
import { addFlag } from '../../support/flags';
import { useGrpcClient } from '../../support/grpc-use-client';
import { jsonOf, jsonRequest, type Answer } from '../../support/http';
import { onServer } from '../../support/on-server';

const { createChange, getRevision } = pennonChanges.ChangeService.method;

const shop = '/api/v1/namespaces/default';

/** A document with what parsing would lose: digits of a number, and the order of members. */
const exact =
  '{"flags": [{"key": "exact", "name": "Exact", "metadata": {"2": "b", "1": "a", "half": 0.50}}]}';

onServer((server) => {
  const client = useGrpcClient(server);

  async function change(body: string, query = ''): Promise<Answer> {
    return server.send({ verb: 'POST', path: `${shop}/changes${query}`, body });
  }

  test('edits are taken at both doors', async () => {
    await addFlag(server, { key: 'search', type: 'BOOLEAN_FLAG_TYPE', enabled: false });
    const edits = { flags: [{ key: 'search', percentage: 20 }] };
    const overHttp = jsonOf(await server.send(jsonRequest('POST', `${shop}/changes`, { edits })));
    expect(overHttp).toMatchObject({ changed: true, audience: [{ flagKey: 'search', changed: 20 }] });
    const flags = [{ key: 'search', percentage: 50, name: 'Find' }];
    const overGrpc = await client().call(createChange, { source: { case: 'edits', value: { flags } } });
    expect(overGrpc).toMatchObject({
      message: { changed: true, audience: [{ flagKey: 'search', changed: 30 }] },
    });
    expect(jsonOf(await server.send({ path: `${shop}/flags/search` }))).toMatchObject({ name: 'Find' });
  });

  test('an edit that cannot be done is refused at both doors, by its field and with a reason', async () => {
    await addFlag(server, { key: 'price' });
    const edits = { flags: [{ key: 'price', percentage: 20 }] };
    const message =
      'edits.flags[0].percentage cannot be applied: flag "price" is a variant flag, which has weights instead';
    const answer = await server.send(jsonRequest('POST', `${shop}/changes`, { edits }));
    expect(answer.status).toBe(400);
    expect(jsonOf(answer)).toMatchObject({
      ...{ code: 9, message },
      details: [{ reason: 'EDIT_IMPOSSIBLE', metadata: { field: 'edits.flags[0].percentage' } }],
    });
    const asked = client().call(createChange, { source: { case: 'edits', value: edits } });
    expect(await asked).toMatchObject({ code: 9, details: message });
  });

  test('a document may be an object, and is read letter by letter', async () => {
    const answer = await change(`{"document": {"document": ${exact}}}`);
    expect(answer.status).toBe(200);
    const same = await change(JSON.stringify({ document: { document: exact } }));
    expect(jsonOf(same)).toMatchObject({ changed: false });
  });

  test('long numbers keep their digits in attachments, and are 64-bit floats in metadata', async () => {
    const digits = '12345678901234567890';
    const variants = `[{"key": "on", "attachment": {"id": ${digits}, "share": 0.${digits}}}]`;
    const flag = `{"key": "long", "name": "Long", "type": "VARIANT_FLAG_TYPE", "metadata": {"id": ${digits}}, "variants": ${variants}}`;
    const document = `{"flags": [${flag}]}`;
    const asObject = await change(`{"document": {"document": ${document}}}`);
    expect(asObject.status).toBe(200);
    expect(jsonOf(await server.send({ path: `${shop}/flags/long` }))).toMatchObject({
      metadata: { id: Number(digits) },
      variants: [{ attachment: `{"id":${digits},"share":0.${digits}}` }],
    });
    const asText = await change(JSON.stringify({ document: { document } }));
    expect(jsonOf(asText)).toMatchObject({ changed: false });
  });

  test('a number beyond a 64-bit float is refused in an object as it is in a text', async () => {
    const long = exact.replace('0.50', '1e400');
    const asObject = await change(`{"document": {"document": ${long}}}`);
    const asText = await change(JSON.stringify({ document: { document: long } }));
    expect(asObject.status).toBe(400);
    expect(asObject.body.toString()).toBe(asText.body.toString());
  });

  test('a document of another namespace is refused', async () => {
    const answer = await change('{"document": {"document": {"namespace": "other", "flags": []}}}');
    expect(jsonOf(answer)).toMatchObject({
      message: expect.stringContaining('namespace.key is "other", and the request is about "default"'),
    });
  });

  test('an import takes an object, too', async () => {
    const path = `${shop}/document`;
    const answer = await server.send({ verb: 'POST', path, body: `{"document": ${exact}}` });
    expect(answer.status).toBe(200);
  });

  test('items are texts, or with view=JSON objects, in every answer that has some', async () => {
    await addFlag(server, { key: 'seen' });
    const body = JSON.stringify({ edits: { flags: [{ key: 'seen', description: 'x' }] } });
    const { change: made, items } = jsonOf(await change(body, '?view=JSON')) as {
      readonly change: { readonly revision: string };
      readonly items: unknown;
    };
    expect(items).toMatchObject([{ key: 'seen', before: { key: 'seen' }, after: { description: 'x' } }]);
    const read = async (rest: string): Promise<unknown> =>
      jsonOf(await server.send({ path: `${shop}/revisions/${rest}` }));
    expect(await read(`${made.revision}?view=JSON&limit=1`)).toMatchObject({ items });
    const asTexts = (await read(made.revision)) as { readonly items: readonly { readonly after: string }[] };
    expect(JSON.parse(asTexts.items[0]?.after ?? '')).toMatchObject({ key: 'seen', description: 'x' });
    const number = Number.parseInt(made.revision, 10);
    expect(await read(`${number - 1}/compare/${number}?view=JSON&pretty`)).toMatchObject({ items });
    const overGrpc = await client().call(getRevision, { namespaceKey: 'default', revision: made.revision });
    expect(overGrpc).toMatchObject({ message: { items: [{ after: asTexts.items[0]?.after }] } });
  });

  test('another view is refused', async () => {
    expect(jsonOf(await server.send({ path: `${shop}/revisions/1?view=YAML` }))).toMatchObject({
      message: 'invalid field view: must be JSON',
    });
  });
});
