import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addFlag, addTargetedFlag } from '../../support/flags';
import { GrpcClient } from '../../support/grpc-client';
import { useGrpcClient } from '../../support/grpc-use-client';
import { apiAt, jsonOf, jsonRequest, type Api, type Request } from '../../support/http';
import {
  failedPrecondition,
  invalidArgument,
  notFound,
  outcomeOf,
  type Outcome,
} from '../../support/outcome';
import { startServer, type TestServer } from '../../support/server';
import { useServer } from '../../support/use-server';
import { GrpcApi } from './grpc-api';

const id = '0c6f2a1e-8c1f-4d52-b6c5-5a9f1a7a2f10';
const namespace = '/api/v1/namespaces/default';
const flags = `${namespace}/flags`;
const rules = `${flags}/colour/rules`;
const rollouts = `${flags}/beta/rollouts`;
const segments = `${namespace}/segments`;
const constraints = `${segments}/colour/constraints`;

const numberPrefix = { type: 'NUMBER_COMPARISON_TYPE', property: 'a', operator: 'prefix', value: '1' };

function post(path: string, body: object): Request {
  return jsonRequest('POST', path, body);
}

function put(path: string, body: object): Request {
  return jsonRequest('PUT', path, body);
}

/** Who asks in both ways is told the same. */
async function expectOnBothDoors(
  { http, client }: { readonly http: Api; readonly client: GrpcClient },
  request: Request,
  outcome: Outcome,
): Promise<void> {
  const grpc = new GrpcApi(client, http);
  const answer = await http.send(request);
  expect(outcomeOf(answer).json).toEqual(outcome.json);
  const { status, body } = await grpc.send(request);
  expect([status, JSON.parse(body.toString()), grpc.sentByHttp]).toEqual([
    outcome.status,
    jsonOf(answer),
    [],
  ]);
}

describe('bad input is the same on both doors', () => {
  const server = useServer({ PENNON_EVALUATION_MAX_BATCH_SIZE: '2' });
  const client = useGrpcClient(server);

  beforeAll(async () => {
    await addTargetedFlag(server, { flagKey: 'colour', variantKey: 'orange' });
    await addFlag(server, { key: 'beta', type: 'BOOLEAN_FLAG_TYPE' });
  });

  test.each([
    ['a key that is missing', post(flags, { name: 'a' }), 'invalid field key: must not be empty'],
    ['a name that is missing', post(flags, { key: 'a' }), 'invalid field name: must not be empty'],
    [
      'a key with a space',
      post(flags, { key: 'a b', name: 'a' }),
      'invalid field key: contains invalid characters',
    ],
    ['a key of 256 letters', post(flags, { key: 'x'.repeat(256), name: 'a' }), /^invalid field key: /],
    ['a key that is taken', post(flags, { key: 'beta', name: 'a' }), 'flag "default/beta" is not unique'],
    ['a flag type without a meaning', post(flags, { key: 'a', name: 'a', type: 7 }), /unknown value 7$/],
    [
      'a match type without a meaning',
      post(segments, { key: 'a', name: 'a', matchType: 9 }),
      /unknown value 9$/,
    ],
    [
      'an operator without a meaning',
      post(rules, { segmentKey: 'colour', segmentOperator: -1, rank: 1 }),
      /unknown value -1$/,
    ],
    [
      'an attachment that is no JSON',
      post(`${flags}/colour/variants`, { key: 'a', attachment: '{' }),
      /attachment/,
    ],
    ['an operator that its type does not have', post(constraints, numberPrefix), /operator/],
    ['a rule without a segment', post(rules, { rank: 1 }), /segmentKey/],
    ['a rollout without a rule', post(rollouts, { rank: 1 }), 'rollout rule is missing'],
    ['a percentage beyond 100', post(rollouts, { threshold: { percentage: 101 } }), /within range/],
    ['a percentage that is no number', post(rollouts, { threshold: { percentage: 'NaN' } }), /within range/],
    ['an order of one', put(`${rollouts}/order`, { rolloutIds: [id] }), /atleast 2 elements/],
    [
      'a default variant that is none',
      put(`${flags}/colour`, { name: 'a', defaultVariantId: id }),
      /^variant "/,
    ],
    [
      'a token that is none',
      { path: `${flags}?limit=1&pageToken=nothing` },
      'pageToken is not valid: "nothing"',
    ],
    ['a token without a limit', { path: `${flags}?pageToken=nothing` }, /^limit must be set/],
    ['a negative limit', { path: `${flags}?limit=-1` }, /limit/],
    ['a negative offset', { path: `${flags}?limit=1&offset=-1` }, /offset/],
    ['a protected namespace', { verb: 'DELETE', path: namespace }, 'namespace "default" is protected'],
    ['a variant flag as a boolean one', post('/evaluate/v1/boolean', { flagKey: 'colour' }), /flag type/],
    ['a boolean flag as a variant one', post('/evaluate/v1/variant', { flagKey: 'beta' }), /flag type/],
    ['a batch of three', post('/evaluate/v1/batch', { requests: [{}, {}, {}] }), /more than 2 elements/],
    [
      'a legacy evaluation of nothing',
      post('/api/v1/evaluate', {}),
      'invalid field flagKey: must not be empty',
    ],
  ])('%s', async (_, request, message) => {
    await expectOnBothDoors({ http: server, client: client() }, request, invalidArgument(message));
  });

  test.each([
    ['a flag to evaluate', post('/evaluate/v1/variant', { flagKey: 'a' }), 'flag "default/a" not found'],
    [
      'a flag elsewhere',
      post('/evaluate/v1/boolean', { flagKey: 'a', namespaceKey: 'é' }),
      'flag "é/a" not found',
    ],
    ['a namespace', { path: '/api/v1/namespaces/a' }, 'namespace "a" not found'],
    ['a namespace to delete', { verb: 'DELETE', path: '/api/v1/namespaces/a' }, 'namespace "a" not found'],
    ['a segment', { path: `${segments}/a` }, 'segment "default/a" not found'],
    ['a rule', { path: `${rules}/${id}` }, `rule "default/${id}" not found`],
    ['a rollout', { path: `${rollouts}/${id}` }, `rollout "default/${id}" not found`],
    ['the flag of a variant', post(`${flags}/a/variants`, { key: 'b' }), 'flag "default/a" not found'],
    [
      'the segment of a rule',
      post(rules, { segmentKey: 'b', rank: 1 }),
      'flag "default/colour" or segment "default/b" not found',
    ],
    [
      'the namespace of a flag',
      post('/api/v1/namespaces/a/flags', { key: 'b', name: 'b' }),
      'namespace "a" not found',
    ],
  ])('%s that is not there', async (_, request, message) => {
    await expectOnBothDoors({ http: server, client: client() }, request, notFound(message));
  });
});

describe('read-only storage is the same on both doors', () => {
  let directory: string;
  let server: TestServer;
  let client: GrpcClient;

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'pennon-read-only-'));
    const writable = await startServer({ directory });
    await writable.stop();
    server = await startServer({ directory, env: { PENNON_STORAGE_READ_ONLY: 'true' } });
    client = new GrpcClient(server.grpcAddress);
  });

  afterAll(async () => {
    client.close();
    await server.stop();
    rmSync(directory, { recursive: true });
  });

  test.each([
    ['creation', post(flags, { key: 'a', name: 'a' })],
    ['change', put(`${flags}/a`, { name: 'a' })],
    ['deletion', { verb: 'DELETE', path: `${flags}/a` }],
    ['order', put(`${flags}/a/rules/order`, { ruleIds: [id, 'a'] })],
  ])('%s', async (_, request) => {
    await expectOnBothDoors(
      { http: apiAt(server.url), client },
      request,
      failedPrecondition('modification is not allowed in read-only mode'),
    );
  });
});
