import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { addFlag, addTargetedFlag } from '../../support/flags';
import { jsonOf, jsonRequest, type Answer } from '../../support/http';
import { onServer } from '../../support/on-server';

const path = '/internal/v1/evaluation/snapshot/namespace/default';

onServer((server) => {
  async function get(headers: Readonly<Record<string, string>> = {}, of = path): Promise<Answer> {
    return server.send({ path: of, headers });
  }

  async function currentTag(): Promise<string> {
    return String((await get()).headers.etag);
  }

  test('a namespace in which nothing was ever changed has no tag, and is always sent', async () => {
    const answer = await get({ 'If-None-Match': '*' });
    expect([answer.status, answer.headers.etag]).toEqual([200, undefined]);
    expect(jsonOf(answer)).toEqual({ namespace: { key: 'default' }, flags: [] });
  });

  describe('of a namespace with flags', () => {
    beforeAll(async () => {
      await addFlag(server, { key: 'banner', type: 'BOOLEAN_FLAG_TYPE' });
      await addTargetedFlag(server, {
        flagKey: 'colour',
        variantKey: 'orange',
        property: 'country',
        value: 'NL',
      });
    });

    test('the tag is forty hexadecimal digits, bare, and stays until something changes', async () => {
      const tag = await currentTag();
      expect(tag).toMatch(/^[\da-f]{40}$/);
      expect(await currentTag()).toBe(tag);
      const flag = { name: 'banner', enabled: false };
      await server.send(jsonRequest('PUT', '/api/v1/namespaces/default/flags/banner', flag));
      const changed = await get({ 'If-None-Match': tag });
      expect(changed.status).toBe(200);
      expect(changed.headers.etag).not.toBe(tag);
      expect(jsonOf(changed)).toMatchObject({ flags: [{ key: 'banner', enabled: false }, {}] });
    });

    test.each([
      ['as it is', (tag: string) => tag],
      ['quoted', (tag: string) => `"${tag}"`],
      ['weak', (tag: string) => `W/"${tag}"`],
      ['in a list', (tag: string) => `"other", ${tag}`],
      ['as often as some clients send it', (tag: string) => `${tag}, ${tag}, ${tag}`],
    ])('whoever sends back the tag %s is told that nothing changed, with the tag', async (_, write) => {
      const tag = await currentTag();
      const { status, headers, body } = await get({ 'If-None-Match': write(tag) });
      expect([status, headers.etag, body.length]).toEqual([304, tag, 0]);
    });

    test.each([
      ['another tag', () => 'f'.repeat(40)],
      ['other letter case', (tag: string) => tag.toUpperCase()],
      ['a part of it', (tag: string) => tag.slice(1)],
      ['an asterisk', () => '*'],
      ['nothing', () => ''],
    ])('whoever sends %s gets it all', async (_, write) => {
      const { status } = await get({ 'If-None-Match': write(await currentTag()) });
      expect(status).toBe(200);
    });

    test('neither the version of the client nor the query changes the tag', async () => {
      const tag = await currentTag();
      const version = await get({ 'X-Flipt-Accept-Server-Version': '1.30.0' });
      const query = await get({}, `${path}?reference=main&key=other`);
      expect([version.headers.etag, query.headers.etag]).toEqual([tag, tag]);
      expect(jsonOf(query)).toMatchObject({ namespace: { key: 'default' } });
    });

    test.each([
      ['gzip', 'gzip', gunzipSync],
      ['br', 'br', brotliDecompressSync],
      ['gzip, deflate, br', 'br', brotliDecompressSync],
      ['gzip, br;q=0', 'gzip', gunzipSync],
      ['deflate', undefined, (body: Buffer) => body],
      ['identity', undefined, (body: Buffer) => body],
      ['*;q=0', undefined, (body: Buffer) => body],
    ])('to a client that takes %p it is sent as %p', async (accepted, encoding, decode) => {
      const plain = await get();
      const { headers, body } = await get({ 'Accept-Encoding': accepted });
      expect([headers['content-encoding'], headers['content-type']]).toEqual([encoding, 'application/json']);
      expect([headers.etag, headers.vary]).toEqual([plain.headers.etag, 'Accept-Encoding']);
      expect(decode(body).toString()).toBe(plain.body.toString());
    });

    test('pretty, it is indented and without what is empty', async () => {
      const { body } = await get({}, `${path}?pretty`);
      expect(body.toString()).toMatch(/^\{\n {2}"namespace": \{\n/);
      expect(body.toString()).not.toContain('"description"');
    });
  });

  test('a namespace that was deleted and made again has another tag', async () => {
    const of = '/internal/v1/evaluation/snapshot/namespace/again';
    const make = jsonRequest('POST', '/api/v1/namespaces', { key: 'again', name: 'Again' });
    await server.send(make);
    const before = await get({}, of);
    await server.send({ verb: 'DELETE', path: '/api/v1/namespaces/again' });
    const between = await get({ 'If-None-Match': String(before.headers.etag) }, of);
    await server.send(make);
    const after = await get({ 'If-None-Match': String(before.headers.etag) }, of);
    expect([before.status, between.status, after.status]).toEqual([200, 200, 200]);
    expect(between.headers.etag).toBeUndefined();
    expect(after.headers.etag).not.toBe(before.headers.etag);
  });
});
