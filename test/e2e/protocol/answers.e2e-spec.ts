import { gunzipSync } from 'node:zlib';
import { addFlag } from '../../support/flags';
import { jsonOf, jsonRequest, type Answer } from '../../support/http';
import { onServer } from '../../support/on-server';

const flags = '/api/v1/namespaces/default/flags';
const boolean = '/evaluate/v1/boolean';
const flagKeys = Array.from({ length: 50 }, (_, index) => `banner-${index}`);

function unpacked({ body }: Answer): unknown {
  return JSON.parse(gunzipSync(body).toString());
}

onServer((server) => {
  beforeAll(async () => {
    for (const key of flagKeys) await addFlag(server, { key, type: 'BOOLEAN_FLAG_TYPE' });
  });

  test.each([
    ['a list', { path: flags }],
    ['a flag', { path: `${flags}/banner-1` }],
    ['an update', { verb: 'PUT', path: `${flags}/banner-1`, body: '{"name": "x", "enabled": true}' }],
    ['a deletion', { verb: 'DELETE', path: `${flags}/absent` }],
    ['an evaluation', { path: boolean, body: '{"flagKey": "banner-1"}' }],
    ['a batch', { path: '/evaluate/v1/batch', body: '{}' }],
    ['the description of the instance', { path: '/meta/info' }],
    ['the health', { path: '/health' }],
  ])('%s is answered 200, as JSON without a charset, and gives nothing away', async (_, request) => {
    const { status, headers } = await server.send(request);
    expect([status, headers['content-type']]).toEqual([200, 'application/json']);
    expect(headers).not.toHaveProperty('x-powered-by');
    expect(headers).not.toHaveProperty('etag');
  });

  test.each([
    ['what is missing', { path: `${flags}/absent` }],
    ['a wrong verb', { verb: 'PATCH', path: flags }],
    ['bad input', { path: boolean, body: '[]' }],
    ['a path outside the API', { path: '/colours' }],
  ])('an error about %s gives nothing away either', async (_, request) => {
    const { headers } = await server.send(request);
    expect(headers).not.toHaveProperty('x-powered-by');
    expect(headers).not.toHaveProperty('etag');
  });

  test('an empty result is an empty object', async () => {
    const { body } = await server.send({ verb: 'DELETE', path: `${flags}/absent` });
    expect(body.toString()).toBe('{}');
  });

  test('a tag of the caller’s changes nothing: there is no 304', async () => {
    const answer = await server.send({ path: flags, headers: { 'If-None-Match': '*' } });
    expect(answer.status).toBe(200);
  });

  test('a large list is compressed for those who accept it', async () => {
    const plain = await server.send({ path: flags });
    const packed = await server.send({ path: flags, headers: { 'Accept-Encoding': 'gzip' } });
    expect(plain.headers).not.toHaveProperty('content-encoding');
    expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', 'content-type': 'application/json' });
    expect(unpacked(packed)).toEqual(jsonOf(plain));
  });

  test('a large batch is compressed for those who accept it', async () => {
    const requests = flagKeys.map((flagKey) => ({ flagKey, entityId: 'me' }));
    const request = jsonRequest('POST', '/evaluate/v1/batch', { requests });
    const packed = await server.send({ ...request, headers: { 'Accept-Encoding': 'gzip' } });
    expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', 'content-type': 'application/json' });
    expect(unpacked(packed)).toMatchObject({ responses: { length: 50 } });
  });

  test.each([
    ['by the query', { path: `${flags}/banner-1?pretty` }],
    ['by the query, with a value', { path: `${flags}/banner-1?pretty=false` }],
    ['by the header', { path: `${flags}/banner-1`, headers: { Accept: 'application/json+pretty' } }],
  ])('pretty output, asked for %s, is indented and leaves out zero values', async (_, request) => {
    const { headers, body } = await server.send(request);
    expect(headers['content-type']).toBe('application/json');
    const flag = JSON.parse(body.toString()) as object;
    expect(body.toString()).toBe(JSON.stringify(flag, undefined, 2));
    expect(Object.keys(flag)).toEqual([
      'key',
      'name',
      'enabled',
      'createdAt',
      'updatedAt',
      'namespaceKey',
      'type',
    ]);
  });

  test('pretty errors leave out the empty details', async () => {
    const { status, body } = await server.send({ path: `${boolean}?pretty`, body: '{"flagKey": "absent"}' });
    const error = { code: 5, message: 'flag "default/absent" not found' };
    expect([status, body.toString()]).toEqual([404, JSON.stringify(error, undefined, 2)]);
  });

  test('a header that asks for pretty output among others does not count', async () => {
    const headers = { Accept: 'application/json+pretty, */*' };
    const { body } = await server.send({ path: `${flags}/absent`, headers });
    expect(body.toString()).toBe('{"code":5,"message":"flag \\"default/absent\\" not found","details":[]}');
  });
});
