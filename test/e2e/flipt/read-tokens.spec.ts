import { hashOf } from '../../../libs/auth/src/credentials/client-token';
import type { TokenQuery } from '../../../apps/cli/src/flipt/flipt-database';
import type { FliptToken } from '../../../apps/cli/src/flipt/token-of';
import { createFliptDatabase, momentText, type StoredFlipt } from './support/flipt-database';
import { type FliptRow } from './support/flipt-rows';
import { opened } from './support/opened';

const MOMENT_MS = Date.UTC(2025, 0, 31, 23, 59, 58);
const MOMENT = MOMENT_MS * 1000;

let stored: StoredFlipt;

beforeEach(async () => {
  stored = await createFliptDatabase();
});
afterEach(async () => {
  await stored.remove();
});

/** A row of a static token, as Flipt stores it. */
function aToken(id: string, token: string, columns: FliptRow = {}): FliptRow {
  return {
    id,
    hashed_client_token: hashOf(token),
    method: 1,
    metadata: JSON.stringify({ 'io.flipt.auth.token.name': id }),
    expires_at: null,
    created_at: momentText(MOMENT_MS, 123),
    updated_at: momentText(MOMENT_MS, 456_000),
    ...columns,
  };
}

async function read(query?: TokenQuery): Promise<readonly FliptToken[]> {
  return opened(stored.url, async (flipt) => {
    const tokens: FliptToken[] = [];
    for await (const token of flipt.tokens(query)) tokens.push(token);
    return tokens;
  });
}

test('a static token keeps its hash, its times and what it may, in canonical words', async () => {
  const metadata = {
    'io.flipt.auth.token.name': 'deploy',
    'io.flipt.auth.token.namespace': 'shop',
    'io.flipt.auth.role': 'editor',
    team: 'web',
  };
  const expiry = { expires_at: momentText(MOMENT_MS + 1000) };
  await stored.insert({
    authentications: [
      aToken('1', 'foo', { metadata: JSON.stringify(metadata) }),
      aToken('2', 's3cr3t!', { ...expiry, metadata: null }),
    ],
  });
  expect(await read()).toStrictEqual([
    {
      // A token of Flipt and its hash.
      tokenHash: 'LCa0a2j_xo_5m0U8HTBBNBNCLXBkg7-g-YpeiGJm564=',
      authentication: {
        id: '1',
        method: 'token',
        expiresAt: undefined,
        createdAt: MOMENT + 123,
        updatedAt: MOMENT + 456_000,
        metadata: {
          'io.service.auth.token.name': 'deploy',
          'io.service.auth.token.namespace': 'shop',
          'io.service.auth.role': 'editor',
          team: 'web',
        },
      },
    },
    {
      tokenHash: '12WvRfeZydBgOGyItkWdA_ospN0y6GT5XO6kO1KVWps=',
      authentication: {
        id: '2',
        method: 'token',
        expiresAt: MOMENT + 1_000_000,
        createdAt: MOMENT + 123,
        updatedAt: MOMENT + 456_000,
        metadata: {},
      },
    },
  ]);
});

test('sessions and service accounts are read when they are asked for', async () => {
  const methods = [1, 2, 3, 4, 5, 6, 0];
  const kubernetes = JSON.stringify({ 'io.flipt.auth.k8s.namespace': 'apps' });
  await stored.insert({
    authentications: methods.map((method) =>
      aToken(`t${method}`, `t${method}`, { method, metadata: kubernetes }),
    ),
  });
  const idsOf = (tokens: readonly FliptToken[]): readonly string[] =>
    tokens.map(({ authentication: { id, method } }) => `${id} ${method}`);
  expect(idsOf(await read())).toEqual(['t1 token']);
  const all = await read({ methods: ['token', 'oidc', 'orchestrator', 'codehost'] });
  expect(idsOf(all)).toEqual(['t1 token', 't2 oidc', 't3 orchestrator', 't4 codehost']);
  expect(all[2]?.authentication.metadata).toEqual({ 'io.service.auth.orchestrator.namespace': 'apps' });
});

test('a token that is not understood is left out and told of, without its hash', async () => {
  await stored.insert({
    authentications: [
      aToken('1', 'a', { hashed_client_token: 'c2hvcnQ=' }),
      aToken('2', 'b', { metadata: '{"io.flipt.auth.token.namespace"' }),
      aToken('3', 'c', { metadata: '{"io.flipt.auth.token.namespace": ["shop"]}' }),
      aToken('4', 'd'),
    ],
  });
  const omissions: string[] = [];
  const tokens = await read({ onOmission: (sentence) => omissions.push(sentence) });
  expect(tokens.map(({ authentication }) => authentication.id)).toEqual(['4']);
  expect(omissions).toEqual([
    'the token with the id "1" is left out: its hash is not valid',
    'the token with the id "2" is left out: its metadata is no object of texts',
    'the token with the id "3" is left out: its metadata is no object of texts',
  ]);
});

test('thousands of tokens are read', async () => {
  const ids = Array.from({ length: 2500 }, (_, index) => String(index).padStart(5, '0'));
  await stored.insert({ authentications: ids.map((id) => aToken(id, id)) });
  expect((await read()).map(({ authentication }) => authentication.id)).toEqual(ids);
});

test('there are none in the first schema, which has no table of them', async () => {
  const first = await createFliptDatabase('first');
  await opened(first.url, async (flipt) => {
    for await (const token of flipt.tokens()) throw new Error(`there is ${token.authentication.id}`);
  });
  await first.remove();
});
