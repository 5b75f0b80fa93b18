import { addFlag, addRule, addSegment, addVariant } from '../../support/flags';
import { jsonOf, jsonRequest } from '../../support/http';
import { onServer } from '../../support/on-server';
import { invalidArgument, notFound, outcomeOf } from '../../support/outcome';

onServer((server) => {
  let ruleIds: string[];

  beforeAll(async () => {
    await server.send(jsonRequest('POST', '/api/v1/namespaces', { key: 'shop', name: 'Shop' }));
    await addFlag(server, { key: 'here' });
    await addFlag(server, { key: 'there', namespaceKey: 'shop' });
    await addSegment(server, { key: 'everyone' });
    const variantId = await addVariant(server, { flagKey: 'here', key: 'on' });
    const rule = { flagKey: 'here', segmentKey: 'everyone', variantId };
    ruleIds = [await addRule(server, rule), await addRule(server, rule)];
  });

  test.each([
    ['the default namespace, by its key', '/api/v1/namespaces/default/flags', 'here'],
    ['the default namespace, by an empty segment', '/api/v1/namespaces//flags', 'here'],
    ['the default namespace, by the legacy route', '/api/v1/flags', 'here'],
    ['the default namespace, by an empty parameter', '/api/v1/flags?namespaceKey=', 'here'],
    ['another namespace, by its key', '/api/v1/namespaces/shop/flags', 'there'],
    ['another namespace, by the legacy route', '/api/v1/flags?namespaceKey=shop', 'there'],
    ['another namespace, by the other spelling', '/api/v1/flags?namespace_key=shop', 'there'],
    ['a namespace with a trailing slash', '/api/v1/namespaces/shop/flags/', 'there'],
    [
      'the namespace of the path, not of the query',
      '/api/v1/namespaces/shop/flags?namespaceKey=default',
      'there',
    ],
  ])('a list may name %s', async (_, path, key) => {
    expect(jsonOf(await server.send({ path }))).toMatchObject({ flags: [{ key }], totalCount: 1 });
  });

  test.each([
    ['by the path', '/api/v1/namespaces/shop/flags', {}],
    ['by the body of a legacy route', '/api/v1/flags', { namespaceKey: 'shop' }],
    ['by the path, against the body', '/api/v1/namespaces/shop/flags', { namespaceKey: 'default' }],
  ])('a new flag goes into the namespace that is named %s', async (_, path, namespace) => {
    const flag = { key: 'passing', name: 'x', ...namespace };
    expect(jsonOf(await server.send(jsonRequest('POST', path, flag)))).toMatchObject({
      namespaceKey: 'shop',
    });
    const { status } = await server.send({ verb: 'DELETE', path: '/api/v1/flags/passing?namespaceKey=shop' });
    expect(status).toBe(200);
    expect(outcomeOf(await server.send({ path: '/api/v1/namespaces/shop/flags/passing' }))).toEqual(
      notFound('flag "shop/passing" not found'),
    );
  });

  test('an update and a deletion take the default namespace as an empty segment', async () => {
    await addFlag(server, { key: 'passing' });
    const path = '/api/v1/namespaces//flags/passing';
    expect(jsonOf(await server.send(jsonRequest('PUT', path, { name: 'new' })))).toMatchObject({
      name: 'new',
    });
    expect(jsonOf(await server.send({ verb: 'DELETE', path }))).toEqual({});
  });

  test.each(['/api/v1/evaluate', '/api/v1/namespaces//evaluate', '/api/v1/namespaces/default/evaluate/'])(
    'a legacy evaluation in the default namespace may go to %s',
    async (path) => {
      const answer = await server.send(jsonRequest('POST', path, { flagKey: 'here', entityId: 'me' }));
      expect(jsonOf(answer)).toMatchObject({ match: true, value: 'on' });
    },
  );

  test.each(['/api/v1/flags//variants', '/api/v1/namespaces/default/flags//variants'])(
    'an empty key in a path reaches the law about keys: %s',
    async (path) => {
      expect(outcomeOf(await server.send(jsonRequest('POST', path, { key: 'x' })))).toEqual(
        invalidArgument('invalid field flagKey: must not be empty'),
      );
    },
  );

  test('the word order is a verb to PUT, and an id to GET and DELETE', async () => {
    const path = '/api/v1/namespaces/default/flags/here/rules';
    const reversed = { ruleIds: [...ruleIds].reverse() };
    expect(jsonOf(await server.send(jsonRequest('PUT', `${path}/order`, reversed)))).toEqual({});
    expect(jsonOf(await server.send({ path }))).toMatchObject({
      rules: [
        { id: ruleIds[1], rank: 1 },
        { id: ruleIds[0], rank: 2 },
      ],
    });
    expect(outcomeOf(await server.send({ path: `${path}/order` }))).toEqual(
      notFound('rule "default/order" not found'),
    );
    expect(jsonOf(await server.send({ verb: 'DELETE', path: `${path}/order` }))).toEqual({});
  });
});
