import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addTargetedFlag } from '../../support/flags';
import { apiAt, jsonOf, jsonRequest, type Api } from '../../support/http';
import { failedPrecondition, invalidArgument, outcomeOf } from '../../support/outcome';
import { startServer, type TestServer } from '../../support/server';

const refusal = failedPrecondition('modification is not allowed in read-only mode');
const id = '0c6f2a1e-8c1f-4d52-b6c5-5a9f1a7a2f10';
const otherId = '0c6f2a1e-8c1f-4d52-b6c5-5a9f1a7a2f11';

let directory: string;
let server: TestServer;
let api: Api;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'pennon-read-only-'));
  const writable = await startServer({ directory });
  await addTargetedFlag(apiAt(writable.url), { flagKey: 'colour', variantKey: 'orange' });
  await writable.stop();
  server = await startServer({ directory, env: { PENNON_STORAGE_READ_ONLY: 'true' } });
  api = apiAt(server.url);
}, 60_000);

afterAll(async () => {
  await server.stop();
  rmSync(directory, { recursive: true });
});

test.each([
  ['POST', '/api/v1/namespaces', { key: 'a', name: 'a' }],
  ['PUT', '/api/v1/namespaces/default', { name: 'a' }],
  ['POST', '/api/v1/namespaces/default/flags', { key: 'a', name: 'a' }],
  ['PUT', '/api/v1/namespaces/default/flags/colour', { name: 'a' }],
  ['POST', '/api/v1/namespaces/default/flags/colour/variants', { key: 'a' }],
  ['PUT', `/api/v1/namespaces/default/flags/colour/variants/${id}`, { key: 'a' }],
  ['POST', '/api/v1/namespaces/default/flags/colour/rules', { segmentKey: 'colour', rank: 1 }],
  ['PUT', `/api/v1/namespaces/default/flags/colour/rules/${id}`, { segmentKey: 'colour' }],
  ['PUT', '/api/v1/namespaces/default/flags/colour/rules/order', { ruleIds: [id, otherId] }],
  ['POST', `/api/v1/namespaces/default/flags/colour/rules/${id}/distributions`, { variantId: id }],
  ['PUT', `/api/v1/namespaces/default/flags/colour/rules/${id}/distributions/${id}`, { variantId: id }],
  ['POST', '/api/v1/namespaces/default/flags/colour/rollouts', { rank: 1, threshold: {} }],
  ['PUT', `/api/v1/namespaces/default/flags/colour/rollouts/${id}`, { threshold: {} }],
  ['PUT', '/api/v1/namespaces/default/flags/colour/rollouts/order', { rolloutIds: [id, otherId] }],
  ['POST', '/api/v1/namespaces/default/segments', { key: 'a', name: 'a' }],
  ['PUT', '/api/v1/namespaces/default/segments/colour', { name: 'a' }],
  [
    'POST',
    '/api/v1/namespaces/default/segments/colour/constraints',
    { type: 'STRING_COMPARISON_TYPE', property: 'a', operator: 'empty' },
  ],
  [
    'PUT',
    `/api/v1/namespaces/default/segments/colour/constraints/${id}`,
    { type: 'STRING_COMPARISON_TYPE', property: 'a', operator: 'empty' },
  ],
  // Also when there is nothing to change.
  ['POST', '/api/v1/namespaces/default/document', { document: '{"flags":[{"key":"a","name":"a"}]}' }],
  ['POST', '/api/v1/namespaces/default/document', { document: '{"flags": []}' }],
] as const)('read-only storage refuses %s %s', async (verb, path, body) => {
  expect(outcomeOf(await api.send(jsonRequest(verb, path, body)))).toEqual(refusal);
});

test.each([
  '/api/v1/namespaces/absent',
  '/api/v1/namespaces/default/flags/colour',
  `/api/v1/namespaces/default/flags/colour/variants/${id}`,
  `/api/v1/namespaces/default/flags/colour/rules/${id}`,
  `/api/v1/namespaces/default/flags/colour/rules/${id}/distributions/${id}?variantId=${id}`,
  `/api/v1/namespaces/default/flags/colour/rollouts/${id}`,
  '/api/v1/namespaces/default/segments/colour',
  `/api/v1/namespaces/default/segments/colour/constraints/${id}`,
])('read-only storage refuses DELETE %s', async (path) => {
  expect(outcomeOf(await api.send({ verb: 'DELETE', path }))).toEqual(refusal);
});

test('bad input is refused as bad input all the same', async () => {
  const request = jsonRequest('POST', '/api/v1/namespaces/default/flags', { key: 'a' });
  expect(outcomeOf(await api.send(request))).toEqual(
    invalidArgument('invalid field name: must not be empty'),
  );
});

test('reads and evaluations go on', async () => {
  const flag = await api.send({ path: '/api/v1/namespaces/default/flags/colour' });
  expect(jsonOf(flag)).toMatchObject({ key: 'colour', name: 'colour', enabled: true });
  const request = jsonRequest('POST', '/evaluate/v1/variant', { flagKey: 'colour', entityId: 'me' });
  expect(jsonOf(await api.send(request))).toMatchObject({ match: true, variantKey: 'orange' });
});

test('/meta/info says that the storage is read-only', async () => {
  expect(jsonOf(await api.send({ path: '/meta/info' }))).toMatchObject({
    storage: { type: 'database', readOnly: true },
  });
});
