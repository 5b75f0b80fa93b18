import { addFlag } from '../../support/flags';
import { jsonOf, jsonRequest } from '../../support/http';
import { onServer } from '../../support/on-server';
import { bulkRequest, flagRequest, type Headers } from './requests';

onServer((server) => {
  beforeAll(async () => {
    await server.send(jsonRequest('POST', '/api/v1/namespaces', { key: 'shop', name: 'Shop' }));
    const type = 'BOOLEAN_FLAG_TYPE';
    await addFlag(server, { key: 'banner', type, enabled: false });
    await addFlag(server, { key: 'banner', type, namespaceKey: 'shop' });
  });

  test.each<[string, Headers, boolean]>([
    ['default when there is none', {}, false],
    ['default when it is empty', { 'X-Flipt-Namespace': '' }, false],
    ['default by its name', { 'X-Flipt-Namespace': 'default' }, false],
    ['another one by its name', { 'X-Flipt-Namespace': 'shop' }, true],
    ['another one in small letters', { 'x-flipt-namespace': 'shop' }, true],
    ['another one as metadata', { 'Grpc-Metadata-X-Flipt-Namespace': 'shop' }, true],
  ])('the header of the namespace means %s', async (_, headers, value) => {
    expect(jsonOf(await server.send(flagRequest('banner', {}, headers)))).toMatchObject({ value });
    expect(jsonOf(await server.send(bulkRequest({}, headers)))).toMatchObject({ flags: [{ value }] });
  });

  test('a flag of an unknown namespace is missing', async () => {
    const answer = await server.send(flagRequest('banner', {}, { 'X-Flipt-Namespace': 'nowhere' }));
    expect(answer.status).toBe(404);
    expect(jsonOf(answer)).toMatchObject({ key: 'banner', errorCode: 'FLAG_NOT_FOUND' });
  });

  test('neither query nor body name a namespace', async () => {
    const { path } = flagRequest('banner');
    const body = '{"namespaceKey": "shop", "context": {"namespaceKey": "shop"}}';
    const answer = await server.send({ path: `${path}?namespaceKey=shop`, body });
    expect(jsonOf(answer)).toMatchObject({ value: false });
  });
});
