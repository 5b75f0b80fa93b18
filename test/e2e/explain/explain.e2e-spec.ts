import { status } from '@grpc/grpc-js';
import { pennonExplain } from '@pennon/proto';
import { useAuthServer } from '../../support/auth-server';
import { addFlag, addTargetedFlag } from '../../support/flags';
import { jsonOf, jsonRequest, type Api } from '../../support/http';
import { metricsOf } from '../../support/metrics';
import { notFound, outcomeOf } from '../../support/outcome';
import { useServer } from '../../support/use-server';
import { explainRequest } from './explanation';

const { explain } = pennonExplain.ExplainService.method;

async function addAdults(api: Api): Promise<void> {
  await addTargetedFlag(api, { flagKey: 'colour', variantKey: 'orange', property: 'country', value: 'NL' });
  const constraint = { type: 'NUMBER_COMPARISON_TYPE', property: 'age', operator: 'gte', value: '18' };
  const path = '/api/v1/namespaces/default/segments/colour/constraints';
  expect((await api.send(jsonRequest('POST', path, constraint))).status).toBe(200);
}

describe('an explanation', () => {
  const server = useServer();

  beforeAll(async () => {
    await addAdults(server);
    await addFlag(server, { key: 'banner', type: 'BOOLEAN_FLAG_TYPE', enabled: false });
  });

  async function constraintsFor(context: object): Promise<unknown> {
    const question = { flagKey: 'colour', entityId: 'user-1', context };
    const { variant } = jsonOf(await server.send(explainRequest(question))) as {
      variant: { rules: { selection: { segments: { constraints: unknown }[] } }[] };
    };
    return variant.rules[0]?.selection.segments[0]?.constraints;
  }

  test.each([
    [
      { country: 'NL', age: 'twelve' },
      { actual: 'twelve', verdict: 'NOT_A_NUMBER_VERDICT' },
    ],
    [
      { country: 'NL', age: '12' },
      { actual: '12', verdict: 'NOT_MATCHED_VERDICT' },
    ],
    [
      { country: 'NL', age: '' },
      { actual: '', verdict: 'EMPTY_VERDICT' },
    ],
    [
      { country: 'NL', age: '21' },
      { actual: '21', verdict: 'MATCHED_VERDICT' },
    ],
  ])('of a numeric constraint names the value: %j', async (context, found) => {
    expect(await constraintsFor(context)).toMatchObject([
      { property: 'country', operator: 'eq', value: 'NL', actual: 'NL', verdict: 'MATCHED_VERDICT' },
      { property: 'age', operator: 'gte', value: '18', ...found },
    ]);
  });

  test('of a property that is not there has no value for it', async () => {
    const [, age] = (await constraintsFor({ country: 'NL' })) as object[];
    expect(age).toMatchObject({ verdict: 'ABSENT_VERDICT' });
    expect(age).not.toHaveProperty('actual');
  });

  test('goes down to the bucket, and names the state it is of', async () => {
    const context = { country: 'NL', age: '21' };
    const answer = await server.send(explainRequest({ flagKey: 'colour', entityId: 'user-1', context }));
    expect(jsonOf(answer)).toMatchObject({
      flagKey: 'colour',
      enabled: true,
      revision: expect.stringMatching(/^[1-9]\d*\.[\w-]{12}$/),
      ending: 'SHARE_ENDING',
      variant: {
        rules: [
          {
            outcome: 'MATCHED_STEP_OUTCOME',
            selection: { segmentKeys: ['colour'], segments: [{ key: 'colour', match: true }] },
            split: {
              hash: { input: 'colouruser-1', bucket: expect.any(Number), bucketCount: 1000 },
              shares: [{ variantKey: 'orange', from: 0, to: 1000, chosen: true }],
            },
          },
        ],
        result: { match: true, variantKey: 'orange', reason: 'MATCH_EVALUATION_REASON' },
      },
    });
  });

  test('of a disabled flag says so', async () => {
    const path = '/api/v1/namespaces/default/flags/colour';
    await server.send(jsonRequest('PUT', path, { name: 'colour', enabled: false }));
    const answer = await server.send(explainRequest({ flagKey: 'colour', entityId: 'user-1' }));
    await server.send(jsonRequest('PUT', path, { name: 'colour', enabled: true }));
    expect(jsonOf(answer)).toMatchObject({
      enabled: false,
      ending: 'FLAG_DISABLED_ENDING',
      variant: { rules: [{ outcome: 'SKIPPED_STEP_OUTCOME', selection: { segments: [] } }] },
    });
  });

  test.each([{ flagKey: 'absent' }, { namespaceKey: 'nowhere', flagKey: 'colour' }])(
    'of a flag that there is not is not found: %j',
    async ({ namespaceKey = 'default', flagKey }) => {
      const answer = await server.send(explainRequest({ namespaceKey, flagKey, entityId: 'user-1' }));
      expect(outcomeOf(answer)).toEqual(notFound(`flag "${namespaceKey}/${flagKey}" not found`));
    },
  );

  test('is counted as no evaluation', async () => {
    for (const flagKey of ['colour', 'banner']) {
      expect((await server.send(explainRequest({ flagKey, entityId: 'user-1' }))).status).toBe(200);
    }
    const metrics = await metricsOf(server);
    expect(metrics.sum('flipt_evaluations_requests_total')).toBe(0);
    expect(metrics.sum('flipt_evaluations_results_total')).toBe(0);
    const calls = { grpc_service: 'pennon.explain.ExplainService', grpc_code: 'OK' };
    expect(metrics.sum('grpc_server_handled_total', calls)).toBeGreaterThan(1);
  });
});

describe('a writer that leaves evaluation to the readers', () => {
  const server = useServer({ PENNON_EVALUATION_ENABLED: 'false' });

  test('explains all the same', async () => {
    await addFlag(server, { key: 'banner', type: 'BOOLEAN_FLAG_TYPE' });
    const answer = await server.send(explainRequest({ flagKey: 'banner', entityId: 'user-1' }));
    expect(jsonOf(answer)).toMatchObject({
      ending: 'NO_STEP_ENDING',
      boolean: { result: { enabled: true } },
    });
  });
});

describe('who may have a flag explained', () => {
  const server = useAuthServer({ PENNON_AUTHORIZATION_REQUIRED: 'true' });
  const question = { flagKey: 'banner', entityId: 'user-1' };

  beforeAll(async () => {
    await addFlag(server.as(), { key: 'banner', type: 'BOOLEAN_FLAG_TYPE' });
  });

  test.each([
    ['is a viewer', { metadata: { 'io.service.auth.role': 'viewer' } }, 200, status.OK],
    ['is a viewer here', { metadata: { 'io.service.auth.role': 'default:viewer' } }, 200, status.OK],
    [
      'is a viewer elsewhere',
      { metadata: { 'io.service.auth.role': 'shop:viewer' } },
      403,
      status.PERMISSION_DENIED,
    ],
    ['may only evaluate', {}, 403, status.PERMISSION_DENIED],
    [
      'has a token of another namespace',
      { namespaceKey: 'shop', metadata: { 'io.service.auth.role': 'viewer' } },
      403,
      status.PERMISSION_DENIED,
    ],
  ])('whoever %s', async (_, token, http, grpc) => {
    const { clientToken } = await server.issue(token);
    expect((await server.as(clientToken).send(explainRequest(question))).status).toBe(http);
    expect((await server.grpc(explain, question, clientToken)).code).toBe(grpc);
  });

  test('whoever may only evaluate may do that', async () => {
    const { clientToken } = await server.issue({});
    const evaluation = jsonRequest('POST', '/evaluate/v1/boolean', question);
    expect((await server.as(clientToken).send(evaluation)).status).toBe(200);
  });
});
