import { addFlag } from '../../support/flags';
import { jsonOf, jsonRequest, type Answer } from '../../support/http';
import { onServer } from '../../support/on-server';
import { bulkRequest, flagRequest, type Headers } from './requests';

const context = { targetingKey: 'me', country: 'NL', age: 30 };

function tagOf({ headers }: Answer): string {
  return headers.etag ?? '';
}

onServer((server) => {
  let tag: string;

  beforeAll(async () => {
    await server.send(jsonRequest('POST', '/api/v1/namespaces', { key: 'shop', name: 'Shop' }));
    await addFlag(server, { key: 'banner', type: 'BOOLEAN_FLAG_TYPE' });
  });

  beforeEach(async () => {
    tag = tagOf(await server.send(bulkRequest(context)));
  });

  async function ask(held: string, changes: object = {}, headers: Headers = {}): Promise<Answer> {
    return server.send(bulkRequest({ ...context, ...changes }, { 'If-None-Match': held, ...headers }));
  }

  test('is strong and quoted, and the same for the same question', async () => {
    expect(tag).toMatch(/^"[\da-f]+"$/);
    expect(tagOf(await server.send(bulkRequest(context)))).toBe(tag);
  });

  test.each<[string, (tag: string) => string]>([
    ['as it was sent', (own) => own],
    ['as a weak one', (own) => `W/${own}`],
    ['among others', (own) => `"other", ${own}, W/"another"`],
  ])('sent back %s, it spares the answer', async (_, held) => {
    const { status, headers, body } = await ask(held(tag));
    expect([status, headers.etag, headers['content-type'], body.length]).toEqual([304, tag, undefined, 0]);
  });

  test('does not depend on the order of the context', async () => {
    const reordered = { age: 30, country: 'NL', targetingKey: 'me' };
    const answer = await server.send(bulkRequest(reordered, { 'If-None-Match': tag }));
    expect(answer.status).toBe(304);
  });

  test.each<[string, object, Headers]>([
    ['another value', { country: 'FR' }, {}],
    ['another property', { plan: 'pro' }, {}],
    ['another entity', { targetingKey: 'you' }, {}],
    ['the flags it names', { flags: 'banner' }, {}],
    ['another namespace', {}, { 'X-Flipt-Namespace': 'shop' }],
  ])('is not that of a question with %s', async (_, changes, headers) => {
    const answer = await ask(tag, changes, headers);
    expect(answer.status).toBe(200);
    expect(jsonOf(answer)).toHaveProperty('flags');
    expect(tagOf(answer)).toMatch(/^"[\da-f]+"$/);
    expect(tagOf(answer)).not.toBe(tag);
  });

  test.each(['"other"', '*', ''])('is no other one: %s', async (held) => {
    expect((await ask(held)).status).toBe(200);
  });

  test('changes with any change to the namespace, and with none to another', async () => {
    await addFlag(server, { key: 'elsewhere', namespaceKey: 'shop' });
    expect((await ask(tag)).status).toBe(304);
    const off = { name: 'banner', enabled: false };
    await server.send(jsonRequest('PUT', '/api/v1/namespaces/default/flags/banner', off));
    const answer = await ask(tag);
    expect(answer.status).toBe(200);
    expect(jsonOf(answer)).toMatchObject({ flags: [{ key: 'banner', value: false }] });
    expect(tagOf(answer)).not.toBe(tag);
    expect((await ask(tagOf(answer))).status).toBe(304);
  });

  test.each([
    ['nobody in particular', bulkRequest({ country: 'NL' })],
    ['a namespace that does not exist', bulkRequest(context, { 'X-Flipt-Namespace': 'nowhere' })],
    ['a named flag that is missing', bulkRequest({ ...context, flags: 'gone' })],
    ['one flag', flagRequest('banner', context)],
  ])('is not there for %s', async (_, request) => {
    const { headers } = await server.send(request);
    expect(headers.etag).toBeUndefined();
  });
});
