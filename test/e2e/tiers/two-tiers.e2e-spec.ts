import { status } from '@grpc/grpc-js';
import { flipt, fliptEvaluation } from '@pennon/proto';
import { authEnv, withTokens } from '../../support/auth-server';
import { eventually } from '../../support/eventually';
import { addFlag, addTargetedFlag } from '../../support/flags';
import { GrpcClient } from '../../support/grpc-client';
import { jsonOf, jsonRequest, type Api } from '../../support/http';
import { useTiers } from '../../support/use-tiers';

/** How many changes in a row have to be seen at once. */
const CHANGES = 100;

async function answerOf(api: Api, path: string, body?: object): Promise<unknown> {
  return jsonOf(await api.send(body === undefined ? { path } : jsonRequest('POST', path, body)));
}

describe('a reader beside a writer', () => {
  const { writer, reader } = useTiers();

  test('sees every change as soon as the writer has answered it', async () => {
    await addFlag(writer, { key: 'switch', type: 'BOOLEAN_FLAG_TYPE', enabled: false });
    const path = '/api/v1/namespaces/default/flags/switch';
    for (let change = 1; change <= CHANGES; change++) {
      const enabled = change % 2 === 1;
      await writer.send(jsonRequest('PUT', path, { name: 'Switch', enabled }));
      const question = { flagKey: 'switch', entityId: 'me' };
      expect(await answerOf(reader, '/evaluate/v1/boolean', question)).toMatchObject({ enabled });
    }
  });

  test('answers all that evaluates', async () => {
    await addTargetedFlag(writer, { flagKey: 'colour', variantKey: 'orange' });
    const question = { flagKey: 'colour', entityId: 'me' };
    expect(await answerOf(reader, '/evaluate/v1/variant', question)).toMatchObject({ variantKey: 'orange' });
    expect(await answerOf(reader, '/evaluate/v1/batch', { requests: [question] })).toMatchObject({
      responses: [{ variantResponse: { variantKey: 'orange' } }],
    });
    expect(await answerOf(reader, '/api/v1/evaluate', question)).toMatchObject({ value: 'orange' });
    const ofrep = { context: { targetingKey: 'me' } };
    expect(await answerOf(reader, '/ofrep/v1/evaluate/flags/colour', ofrep)).toMatchObject({
      variant: 'orange',
    });
    expect(await answerOf(reader, '/internal/v1/evaluation/snapshot/namespace/default')).toMatchObject({
      namespace: { key: 'default' },
      flags: expect.arrayContaining([expect.objectContaining({ key: 'colour' })]),
    });
    const client = new GrpcClient(reader.grpcAddress);
    const { variant } = fliptEvaluation.EvaluationService.method;
    expect(await client.call(variant, { ...question, namespaceKey: 'default' })).toMatchObject({
      message: { variantKey: 'orange' },
    });
    // oxlint-disable-next-line typescript/no-deprecated -- deprecated for callers, and served all the same
    const { evaluate } = flipt.Flipt.method;
    expect(await client.call(evaluate, question)).toMatchObject({ message: { value: 'orange' } });
    client.close();
  });

  test('sees namespaces come, go, and come again', async () => {
    const question = { namespaceKey: 'shop', flagKey: 'sale', entityId: 'me' };
    const seen = [];
    for (const enabled of [true, false]) {
      await writer.send(jsonRequest('POST', '/api/v1/namespaces', { key: 'shop', name: 'Shop' }));
      await addFlag(writer, { namespaceKey: 'shop', key: 'sale', type: 'BOOLEAN_FLAG_TYPE', enabled });
      seen.push(await answerOf(reader, '/evaluate/v1/boolean', question));
      await writer.send({ verb: 'DELETE', path: '/api/v1/namespaces/shop?force=true' });
      seen.push(await answerOf(reader, '/evaluate/v1/boolean', question));
    }
    expect(seen).toMatchObject([{ enabled: true }, { code: 5 }, { enabled: false }, { code: 5 }]);
  });

  test('tells of its health and of itself', async () => {
    expect(await answerOf(reader, '/health')).toMatchObject({ status: 'SERVING' });
    expect(reader.logged()[0]).toMatch(/"tier":"reader".*"freshness":"strict"/);
    expect(await answerOf(reader, '/meta/info')).toMatchObject({ version: '0.1.0' });
  });
});

describe('who may call a reader', () => {
  const tiers = useTiers({ both: authEnv });
  const writer = withTokens(tiers.writer);
  const reader = withTokens(tiers.reader);
  const question = jsonRequest('POST', '/evaluate/v1/boolean', { flagKey: 'open', entityId: 'me' });

  beforeAll(async () => {
    await addFlag(writer.as(), { key: 'open', type: 'BOOLEAN_FLAG_TYPE' });
  });

  test('nobody without a credential', async () => {
    expect((await reader.send(question)).status).toBe(401);
    const { boolean } = fliptEvaluation.EvaluationService.method;
    expect((await reader.grpc(boolean, {})).code).toBe(status.UNAUTHENTICATED);
  });

  test('whoever has a token of the writer, until it is revoked', async () => {
    const { clientToken, authentication } = await writer.issue({ name: 'sdk' });
    expect((await reader.as(clientToken).send(question)).status).toBe(200);
    await writer.as().send({ verb: 'DELETE', path: `/auth/v1/tokens/${authentication.id}` });
    await eventually(async () => {
      expect((await reader.as(clientToken).send(question)).status).toBe(401);
    });
  });

  test('whoever has a session of the writer: its cookie names a record too', async () => {
    const { clientToken } = await writer.issue({ name: 'browser' });
    const headers = { Cookie: `service_client_token=${clientToken}`, 'Sec-Fetch-Site': 'same-origin' };
    const answer = await reader.send({ ...question, headers: { ...question.headers, ...headers } });
    expect(answer.status).toBe(200);
  });

  test('a token of one namespace is held to it', async () => {
    const { clientToken } = await writer.issue({ name: 'shop', namespaceKey: 'shop' });
    expect((await reader.as(clientToken).send(question)).status).toBe(401);
  });
});
