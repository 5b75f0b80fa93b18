import { addFlag, addTargetedFlag } from '../../support/flags';
import { jsonOf, jsonRequest } from '../../support/http';
import { onServer } from '../../support/on-server';
import { outcomeOf, success } from '../../support/outcome';

const flags = '/api/v1/namespaces/default/flags';

onServer((server) => {
  beforeAll(async () => {
    await addFlag(server, { key: 'banner', type: 'BOOLEAN_FLAG_TYPE' });
    await addTargetedFlag(server, {
      flagKey: 'colour',
      variantKey: 'orange',
      property: 'country',
      value: 'NL',
    });
  });

  test.each([
    ['none', {}],
    ['that of a form', { 'Content-Type': 'application/x-www-form-urlencoded' }],
    ['plain text', { 'Content-Type': 'text/plain;charset=UTF-8' }],
    ['another charset', { 'Content-Type': 'application/json; charset=utf-16' }],
    ['parts', { 'Content-Type': 'multipart/form-data; boundary=x' }],
    ['nonsense', { 'Content-Type': ';;;' }],
  ])('a body is JSON whatever its content type says: %s', async (_, headers) => {
    const body = '{"flagKey": "banner", "entityId": "me"}';
    const evaluated = await server.send({ path: '/evaluate/v1/boolean', body, headers });
    expect(outcomeOf(evaluated)).toEqual(success(expect.objectContaining({ enabled: true })));
    const flag = '{"name": "Banner", "enabled": true}';
    const updated = await server.send({ verb: 'PUT', path: `${flags}/banner`, body: flag, headers });
    expect(outcomeOf(updated)).toEqual(success(expect.objectContaining({ name: 'Banner' })));
  });

  test.each([
    ['in snake_case', { flag_key: 'colour', entity_id: 'me', namespace_key: '', request_id: 'mine' }],
    ['in camelCase', { flagKey: 'colour', entityId: 'me', namespaceKey: '', requestId: 'mine' }],
    [
      'in both, of which camelCase counts',
      { flag_key: 'x', flagKey: 'colour', entityId: 'me', requestId: 'mine' },
    ],
    [
      'with nulls',
      { flagKey: 'colour', entityId: 'me', requestId: 'mine', reference: null, namespaceKey: null },
    ],
  ])('members may be named %s', async (_, members) => {
    const request = { ...members, context: { country: 'NL' } };
    const answer = await server.send(jsonRequest('POST', '/evaluate/v1/variant', request));
    expect(outcomeOf(answer)).toEqual(
      success(expect.objectContaining({ variantKey: 'orange', requestId: 'mine', flagKey: 'colour' })),
    );
  });

  test('null in a context is an empty text, and in a list an empty message', async () => {
    const legacy = { flagKey: 'colour', entityId: 'me', context: { country: null } };
    const one = await server.send(jsonRequest('POST', '/api/v1/evaluate', legacy));
    expect(jsonOf(one)).toMatchObject({ requestContext: { country: '' }, match: false });
    const batch = await server.send(jsonRequest('POST', '/evaluate/v1/batch', { requests: [null] }));
    expect(jsonOf(batch)).toMatchObject({
      responses: [{ errorResponse: { flagKey: '', reason: 'NOT_FOUND_ERROR_EVALUATION_REASON' } }],
    });
  });

  test('what is no Unicode comes back as replacement characters', async () => {
    const body =
      '{"requestId": "\\ud800", "requests": [{"flagKey": "\\udc00", "context": {"\\ud800": "\\ud800"}}]}';
    expect(outcomeOf(await server.send({ path: '/evaluate/v1/batch', body }))).toMatchObject({
      status: 200,
      json: { requestId: '\ufffd', responses: [{ errorResponse: { flagKey: '\ufffd' } }] },
    });
    const flag =
      '{"key": "odd", "name": "\\ud800", "description": "\\ud83d\\ude00", "metadata": {"\\ud800": ["\\udc00"]}}';
    expect(outcomeOf(await server.send({ path: flags, body: flag }))).toMatchObject({
      status: 200,
      json: { name: '\ufffd', description: '😀', metadata: { '\ufffd': ['\ufffd'] } },
    });
  });

  test('numbers may be quoted, and an enum may be a number', async () => {
    const rollout = { rank: '3', threshold: { percentage: '12.5', value: true } };
    const created = await server.send(jsonRequest('POST', `${flags}/banner/rollouts`, rollout));
    expect(jsonOf(created)).toMatchObject({ rank: 3, threshold: { percentage: 12.5, value: true } });
    const flag = { key: 'numbered', name: 'x', type: 1 };
    const typed = await server.send(jsonRequest('POST', flags, flag));
    expect(jsonOf(typed)).toMatchObject({ type: 'BOOLEAN_FLAG_TYPE' });
  });

  test('of two members of a oneof the threshold wins', async () => {
    const rollout = { rank: 4, threshold: { percentage: 5 }, segment: { segmentKey: 'colour' } };
    const { status, body } = await server.send(jsonRequest('POST', `${flags}/banner/rollouts`, rollout));
    expect(status).toBe(200);
    expect(JSON.parse(body.toString())).toMatchObject({
      type: 'THRESHOLD_ROLLOUT_TYPE',
      threshold: { percentage: 5, value: false },
    });
  });

  test('what a dashboard sends back, a whole flag with unknown members, is taken', async () => {
    const flag = jsonOf(await server.send({ path: `${flags}/colour` })) as object;
    const request = { ...flag, defaultVariantId: null, colour: 'red' };
    const answer = await server.send(jsonRequest('PUT', `${flags}/colour`, request));
    expect(outcomeOf(answer)).toEqual(success({ ...flag, updatedAt: expect.any(String) }));
  });
});
