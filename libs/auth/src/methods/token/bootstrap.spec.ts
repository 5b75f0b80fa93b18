import { Logger } from '@nestjs/common';
import { type Authentication, type OperationLock, type TokenStore } from '@pennon/domain';
import { DatabaseOperationLock, DatabaseTokenStore, SystemClock } from '@pennon/storage';
import { anAuthentication } from '@pennon/testing';
import {
  configFor,
  openTemporaryDatabase,
  type TemporaryDatabase,
} from '../../../../../test/support/temporary-database';
import { hashOf } from '../../credentials/client-token';
import { Tokens } from '../../tokens/tokens';
import { Bootstrap } from './bootstrap';

const SECRET = 'a-token-of-the-operator';

const clock = new SystemClock();

let temporary: TemporaryDatabase;
let store: TokenStore;
let lock: OperationLock;
let log: jest.SpyInstance;

beforeEach(async () => {
  log = jest.spyOn(Logger.prototype, 'log').mockImplementation();
  temporary = await openTemporaryDatabase();
  store = new DatabaseTokenStore(temporary.database);
  lock = new DatabaseOperationLock(temporary.database, clock);
});

afterEach(async () => {
  await temporary.remove();
  jest.restoreAllMocks();
});

/** What an instance does at its start, with these settings of the token method, which is on. */
function bootstrapWith(env: NodeJS.ProcessEnv = {}, ports = { store, lock }): Bootstrap {
  const settings = Object.entries({ ENABLED: 'true', ...env }).map(
    ([name, value]) => [`PENNON_AUTHENTICATION_METHODS_TOKEN_${name}`, value] as const,
  );
  const { token } = configFor('file:/nonexistent/pennon.db', Object.fromEntries(settings)).authentication
    .methods;
  return new Bootstrap(token, clock, ports.store, ports.lock, new Tokens(clock, ports.store), true);
}

async function records(): Promise<readonly Authentication[]> {
  return store.list({ method: undefined, limit: 1000, offset: 0 });
}

/** The tokens that were shown in the log. */
function shown(): readonly string[] {
  return log.mock.calls
    .filter(([, message]) => message === 'access token created')
    .map(([facts]) => (facts as { client_token: string }).client_token);
}

describe('the first token', () => {
  it('is made at the first start, and shown in the log once', async () => {
    await bootstrapWith().run();
    const [record, ...others] = await records();
    expect(others).toEqual([]);
    expect(record).toMatchObject({
      method: 'token',
      expiresAt: undefined,
      metadata: { 'io.service.auth.token.name': 'initial_bootstrap_token', 'io.service.auth.role': 'admin' },
    });
    expect(shown()).toHaveLength(1);
    expect(await store.findByHash(hashOf(shown()[0] ?? ''))).toEqual(record);
  });

  it('is not made when the method is off', async () => {
    await bootstrapWith({ ENABLED: 'false' }).run();
    expect(await records()).toEqual([]);
  });

  it.each([
    ['a static token', {}],
    ['an expired one', { expiresAt: 1 }],
  ])('is not made when there is %s', async (_, changes) => {
    await store.create(anAuthentication('a', changes), 'hash');
    await bootstrapWith().run();
    expect(await records()).toHaveLength(1);
  });

  it('is made when there are records of other methods alone', async () => {
    await store.create(anAuthentication('a', { method: 'oidc' }), 'hash');
    await bootstrapWith().run();
    expect(await records()).toHaveLength(2);
  });

  it('is not made again as long as there is another, and is made again when none remains', async () => {
    await bootstrapWith().run();
    const [first] = await records();
    await store.create(anAuthentication('mine'), 'hash');
    await store.delete(first?.id ?? '');
    await bootstrapWith().run();
    expect(await records()).toHaveLength(1);
    await store.delete('mine');
    // The turn of the first start has not passed yet.
    await bootstrapWith().run();
    expect(await records()).toHaveLength(1);
    expect(new Set(shown()).size).toBe(2);
  }, 30_000);
});

describe('the first token that the operator chose', () => {
  it('is that text, and is never logged', async () => {
    await bootstrapWith({ BOOTSTRAP_TOKEN: SECRET }).run();
    expect(await store.findByHash(hashOf(SECRET))).toBeDefined();
    expect(JSON.stringify(log.mock.calls)).not.toContain(SECRET);
    expect(log).toHaveBeenCalledTimes(1);
  });

  it('may expire', async () => {
    const before = clock.now();
    await bootstrapWith({ BOOTSTRAP_TOKEN: SECRET, BOOTSTRAP_EXPIRATION: '24h' }).run();
    const [record] = await records();
    expect((record?.expiresAt ?? 0) - before).toBeGreaterThanOrEqual(86_400_000_000);
    expect((record?.expiresAt ?? 0) - clock.now()).toBeLessThanOrEqual(86_400_000_000);
  });

  it('has the metadata of the operator, in either spelling, over our own', async () => {
    const { token } = configFor('file:/nonexistent/pennon.db').authentication.methods;
    const metadata = {
      is_bootstrap: 'true',
      'io.flipt.auth.token.name': 'mine',
      'io.flipt.auth.role': 'viewer',
    };
    const config = { ...token, enabled: true, bootstrap: { ...token.bootstrap, metadata } };
    await new Bootstrap(config, clock, store, lock, new Tokens(clock, store), true).run();
    expect((await records())[0]?.metadata).toMatchObject({
      is_bootstrap: 'true',
      'io.service.auth.token.name': 'mine',
      'io.service.auth.role': 'viewer',
    });
    expect(Object.keys((await records())[0]?.metadata ?? {}).join()).not.toContain('flipt');
  });
});

describe('instances that start together', () => {
  it.each([[{}], [{ BOOTSTRAP_TOKEN: SECRET }]])('make one first token between them: %o', async (env) => {
    const second = await temporary.openAgain();
    const others = { store: new DatabaseTokenStore(second), lock: new DatabaseOperationLock(second, clock) };
    const starts = [undefined, others, undefined, others, others].map((ports) =>
      bootstrapWith(env, ports).run(),
    );
    await Promise.all(starts);
    await second.close();
    expect(await records()).toHaveLength(1);
  });

  it('take over from one that failed', async () => {
    await lock.tryAcquire('bootstrap_token', 500_000);
    await bootstrapWith().run();
    expect(await records()).toHaveLength(1);
  });
});
