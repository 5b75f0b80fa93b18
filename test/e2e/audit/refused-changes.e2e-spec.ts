import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { create } from '@bufbuild/protobuf';
import { status } from '@grpc/grpc-js';
import { flipt } from '@pennon/proto';
import { useAuthServer } from '../../support/auth-server';
import { eventually } from '../../support/eventually';
import { jsonOf, jsonRequest, type Request } from '../../support/http';
import { nowInSeconds, Signer } from '../../support/signer';

const LIMIT = 3;

const signer = new Signer('ES256');
const keys = mkdtempSync(join(tmpdir(), 'pennon-refused-'));
writeFileSync(join(keys, 'key.pem'), signer.pem());
afterAll(() => {
  rmSync(keys, { recursive: true });
});

const server = useAuthServer({
  PENNON_AUTHORIZATION_REQUIRED: 'true',
  PENNON_AUDIT_MAX_REFUSALS_PER_HOUR: `${LIMIT}`,
  PENNON_AUDIT_EVENTS: '*:deleted',
  PENNON_AUTHENTICATION_METHODS_JWT_ENABLED: 'true',
  PENNON_AUTHENTICATION_METHODS_JWT_PUBLIC_KEY_FILE: join(keys, 'key.pem'),
  PENNON_AUDIT_SINKS_LOG_ENABLED: 'true',
  PENNON_AUDIT_SINKS_LOG_FILE: 'audit.log',
});

/** Issues a token in that role. */
async function callerInRole(role: string, name: string): Promise<string> {
  const { clientToken } = await server.issue({ name, metadata: { 'io.service.auth.role': role } });
  return clientToken;
}

interface EventJson {
  readonly type: string;
}

/** Refusals of that caller, the latest first. */
async function refusalsOf(name: string): Promise<readonly EventJson[]> {
  const answer = await server
    .as()
    .send({ path: `/audit/v1/events?action=refused&actor=${encodeURIComponent(name)}` });
  return (jsonOf(answer) as { events: readonly EventJson[] }).events;
}

/** The refusals of that caller once there is one. */
async function firstRefusalsOf(name: string): Promise<readonly EventJson[]> {
  return eventually(async () => {
    const found = await refusalsOf(name);
    expect(found).not.toEqual([]);
    return found;
  });
}

const deletion: Request = { verb: 'DELETE', path: '/api/v1/namespaces/default/flags/lamp' };

test('a refused change is an event that says who tried what, and why not', async () => {
  const viewer = await callerInRole('viewer', 'a-viewer');
  expect((await server.as(viewer).send(deletion)).status).toBe(403);
  expect(await firstRefusalsOf('a-viewer')).toEqual([
    expect.objectContaining({
      ...{ type: 'flag', key: 'lamp', namespaceKey: 'default', flagKey: 'lamp', revision: '' },
      actor: expect.objectContaining({ authentication: 'token', displayName: 'a-viewer' }),
      after: {
        attempted: 'deleted',
        reason: 'role "viewer" may not delete flags in namespace "default"',
      },
    }),
  ]);
});

test('over gRPC too, and what is no key is not repeated', async () => {
  const viewer = await callerInRole('viewer', 'a-grpc-viewer');
  const request = create(flipt.CreateConstraintRequestSchema, { segmentKey: 'no\0key' });
  const outcome = await server.grpc(flipt.Flipt.method.createConstraint, request, viewer);
  expect(outcome.code).toBe(status.PERMISSION_DENIED);
  expect(await firstRefusalsOf('a-grpc-viewer')).toEqual([
    expect.objectContaining({ type: 'constraint', key: '', segmentKey: '', namespaceKey: 'default' }),
  ]);
});

test('sinks get it as Flipt v1 has it: by what was attempted, denied, and without a payload', async () => {
  const viewer = await callerInRole('viewer', 'a-watched-viewer');
  await server.as(viewer).send(deletion);
  await eventually(() => {
    const lines = readFileSync(join(server.directory, 'audit.log'), 'utf8').trim().split('\n');
    const bodies = lines.map((line) => JSON.parse(line) as { readonly status: string });
    expect(bodies.filter(({ status: ending }) => ending === 'denied').at(-1)).toMatchObject({
      ...{ type: 'flag', action: 'deleted', payload: null, key: 'lamp' },
      after: { attempted: 'deleted' },
    });
    return Promise.resolve();
  });
});

test('refused reads leave none', async () => {
  const stranger = await callerInRole('shop:viewer', 'a-stranger');
  expect((await server.as(stranger).send({ path: '/api/v1/namespaces/default/flags' })).status).toBe(403);
  await server.as(stranger).send(deletion);
  expect(await firstRefusalsOf('a-stranger')).toHaveLength(1);
});

test('of one caller there are so many and no more, whoever else is refused', async () => {
  const busy = await callerInRole('viewer', 'a-busy-one');
  for (let index = 0; index < LIMIT + 3; index++) {
    const made = jsonRequest('POST', '/api/v1/namespaces', { key: `n${index}`, name: 'n' });
    expect((await server.as(busy).send(made)).status).toBe(403);
  }
  const other = await callerInRole('viewer', 'another-one');
  await server.as(other).send(deletion);
  // Written later than those of the other one, if they were written at all.
  await firstRefusalsOf('another-one');
  expect(await refusalsOf('a-busy-one')).toHaveLength(LIMIT);
  expect(server.logged().filter((line) => line.includes('too many refused changes'))).toHaveLength(1);
});

describe('of callers who show JSON web tokens behind one address', () => {
  const iat = nowInSeconds();

  /** Has more deletions refused than are written down. */
  async function refuse(claims: object): Promise<void> {
    const jwt = signer.sign({ iat, exp: iat + 600, 'io.service.auth.role': 'viewer', ...claims });
    for (let index = 0; index < LIMIT + 1; index++) {
      expect((await server.as({ jwt }).send(deletion)).status).toBe(403);
    }
  }

  test.each<[string, object, object, string]>([
    ['their subject', { sub: 'noisy' }, { sub: 'quiet' }, 'quiet'],
    [
      'the issuer of their subject',
      { iss: 'https://a.example', sub: 'job' },
      { iss: 'https://b.example', sub: 'job' },
      'https://b.example job',
    ],
    [
      'their subject, whatever they call themselves',
      { sub: 'job-1', user: { email: 'jobs@example.com' } },
      { sub: 'job-2', user: { email: 'jobs@example.com' } },
      'jobs@example.com',
    ],
  ])('each is counted by %s', async (_, noisy, quiet, name) => {
    await refuse(noisy);
    // What is refused after it is written after it.
    const later = `after ${JSON.stringify(noisy)}`;
    await server.as(await callerInRole('viewer', later)).send(deletion);
    await firstRefusalsOf(later);
    const before = (await refusalsOf(name)).length;
    await refuse(quiet);
    await eventually(async () => {
      expect(await refusalsOf(name)).toHaveLength(before + LIMIT);
    });
  });

  test('each is counted by its token if that names no subject', async () => {
    await refuse({ jti: 'one' });
    await refuse({ jti: 'two' });
    await eventually(async () => {
      const answer = await server.as().send({ path: '/audit/v1/events?action=refused&limit=1000' });
      const { events } = jsonOf(answer) as { events: readonly { actor: { displayName: string } }[] };
      const names = events.map(({ actor }) => actor.displayName).filter((name) => name.startsWith('token '));
      expect(names).toHaveLength(2 * LIMIT);
      expect(new Set(names).size).toBe(2);
    });
  });
});
