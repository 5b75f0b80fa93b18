import { useAuthServer } from '../../support/auth-server';
import { jsonRequest, type Api, type Request } from '../../support/http';
import { AnswerCheck, documentOf } from './document';

const server = useAuthServer();
let api: Api;
let check: AnswerCheck;

const flags = '/api/v1/namespaces/default/flags';
const segments = '/api/v1/namespaces/default/segments';
const underFlags = '/api/v1/namespaces/{namespaceKey}/flags';
const underSegments = '/api/v1/namespaces/{namespaceKey}/segments';
const question = { entityId: 'a', context: { plan: 'pro' } };
const on = { ...question, flagKey: 'on' };
const colour = { ...question, flagKey: 'colour' };

function put(path: string, value: object): Request {
  return jsonRequest('PUT', path, value);
}

function post(path: string, value: object): Request {
  return jsonRequest('POST', path, value);
}

/** Calls in an order in which each finds what it needs, with the operation that each of them is. */
const calls: readonly (readonly [string, Request])[] = [
  ['POST /api/v1/namespaces', post('/api/v1/namespaces', { key: 'shop', name: 'Shop' })],
  [`POST ${underFlags}`, post(flags, { key: 'on', name: 'On', type: 'BOOLEAN_FLAG_TYPE' })],
  [`POST ${underFlags}`, post(flags, { key: 'colour', name: 'Colour', enabled: true, metadata: { a: [1] } })],
  [
    `POST ${underFlags}/{flagKey}/variants`,
    post(`${flags}/colour/variants`, { key: 'red', attachment: '{}' }),
  ],
  [`POST ${underSegments}`, post(segments, { key: 'pro', name: 'Pro', matchType: 'ANY_MATCH_TYPE' })],
  [
    `POST ${underSegments}/{segmentKey}/constraints`,
    post(`${segments}/pro/constraints`, {
      type: 'STRING_COMPARISON_TYPE',
      property: 'plan',
      operator: 'eq',
      value: 'pro',
    }),
  ],
  [`POST ${underFlags}/{flagKey}/rules`, post(`${flags}/colour/rules`, { segmentKey: 'pro', rank: 1 })],
  [
    `POST ${underFlags}/{flagKey}/rollouts`,
    post(`${flags}/on/rollouts`, { rank: 1, threshold: { percentage: 33.3, value: true } }),
  ],
  [
    `POST ${underFlags}/{flagKey}/rollouts`,
    post(`${flags}/on/rollouts`, { rank: 2, segment: { segmentKey: 'pro', value: true } }),
  ],
  [`PUT ${underFlags}/{key}`, put(`${flags}/on`, { name: 'On', enabled: true })],
  [`GET ${underFlags}`, { path: flags }],
  [`GET ${underFlags}/{key}`, { path: `${flags}/colour` }],
  ['GET /api/v1/flags/{key}', { path: '/api/v1/flags/on' }],
  [`GET ${underFlags}/{flagKey}/rules`, { path: `${flags}/colour/rules` }],
  [`GET ${underFlags}/{flagKey}/rollouts`, { path: `${flags}/on/rollouts` }],
  [`GET ${underSegments}`, { path: segments }],
  ['GET /api/v1/namespaces', { path: '/api/v1/namespaces' }],
  ['POST /evaluate/v1/boolean', post('/evaluate/v1/boolean', on)],
  ['POST /evaluate/v1/variant', post('/evaluate/v1/variant', colour)],
  [
    'POST /evaluate/v1/batch',
    post('/evaluate/v1/batch', { requests: [on, colour, { ...question, flagKey: 'none' }] }),
  ],
  ['POST /evaluate/v1/explain', post('/evaluate/v1/explain', colour)],
  ['POST /evaluate/v1/explain', post('/evaluate/v1/explain', on)],
  ['POST /api/v1/evaluate', post('/api/v1/evaluate', colour)],
  ['GET /ofrep/v1/configuration', { path: '/ofrep/v1/configuration' }],
  [
    'POST /ofrep/v1/evaluate/flags/{key}',
    post('/ofrep/v1/evaluate/flags/colour', { context: { targetingKey: 'a', plan: 'pro' } }),
  ],
  ['POST /ofrep/v1/evaluate/flags', post('/ofrep/v1/evaluate/flags', { context: { targetingKey: 'a' } })],
  [
    'GET /internal/v1/evaluation/snapshot/namespace/{key}',
    { path: '/internal/v1/evaluation/snapshot/namespace/default' },
  ],
  ['GET /api/v1/namespaces/{namespaceKey}/document', { path: '/api/v1/namespaces/default/document' }],
  ['GET /audit/v1/events', { path: '/audit/v1/events' }],
  ['GET /audit/v1/dead-letters', { path: '/audit/v1/dead-letters' }],
  ['GET /auth/v1/method', { path: '/auth/v1/method' }],
  ['GET /auth/v1/self', { path: '/auth/v1/self' }],
  ['POST /auth/v1/method/token', post('/auth/v1/method/token', { name: 'reader' })],
  ['GET /auth/v1/tokens', { path: '/auth/v1/tokens' }],
  ['GET /internal/v1/ui/capabilities', { path: '/internal/v1/ui/capabilities' }],
  ['GET /meta/info', { path: '/meta/info' }],
  ['GET /health', { path: '/health' }],
  [`DELETE ${underFlags}/{key}`, { verb: 'DELETE', path: `${flags}/on` }],
];

beforeAll(async () => {
  api = server.as();
  check = new AnswerCheck(await documentOf(api));
});

test.each(calls)('is what the document says: %s', async (operation, request) => {
  expect(check.problemsOf(operation, await api.send(request))).toEqual([]);
});

test('an error is what the document says', async () => {
  const missing = await api.send({ path: `${flags}/missing` });
  expect([missing.status, check.problemsOfError('Error', missing)]).toEqual([404, []]);
  const refused = await server.send({ path: flags });
  expect([refused.status, check.problemsOfError('Error', refused)]).toEqual([401, []]);
});

test('an error of OFREP is what the document says', async () => {
  const missing = await api.send(
    post('/ofrep/v1/evaluate/flags/missing', { context: { targetingKey: 'a' } }),
  );
  expect([missing.status, check.problemsOfError('OfrepError', missing)]).toEqual([404, []]);
});

test('what it does not know, and what is not there, is found', async () => {
  const { status, headers } = await api.send({ path: flags });
  const body = Buffer.from(JSON.stringify({ flags: [{ key: 'a', colour: 'red' }], nextPageToken: '' }));
  const problems = check.problemsOf(`GET ${underFlags}`, { status, headers, body }).join('\n');
  expect(problems).toContain("/flags/0 must have required property 'name'");
  expect(problems).toContain('"additionalProperty":"colour"');
  expect(problems).toContain("must have required property 'totalCount'");
});
