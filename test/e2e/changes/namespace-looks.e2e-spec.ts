import { pennonLooks } from '@pennon/proto';
import type { Shown } from '../../support/auth-server';
import { addNamespace, errorOf, pathIn } from '../../support/change-calls';
import { jsonOf, jsonRequest } from '../../support/http';
import { useServerWithPeople } from './people';

const { listNamespaceLooks, setNamespaceLooks } = pennonLooks.LookService.method;

const server = useServerWithPeople();

const looks = [
  { namespaceKey: 'shop', hue: 'RED' },
  { namespaceKey: 'docs', hue: 'HUE_UNSPECIFIED' },
];

const shownTo = (role: string): Shown => server.person(`${role}@example.org`, role);

async function set(body: object, shown?: Shown): Promise<readonly [status: number, message: string]> {
  return errorOf(await server.as(shown).send(jsonRequest('PUT', '/api/v1/looks', body)));
}

async function listed(shown?: Shown): Promise<unknown> {
  return jsonOf(await server.as(shown).send({ path: '/api/v1/looks' }));
}

beforeAll(async () => {
  for (const key of ['shop', 'docs']) await addNamespace(server.as(), key);
  expect(await set({ looks })).toEqual([200, '']);
});

test.each([
  ['admin', [200, 0]],
  ['editor', [403, 7]],
  ['shop:admin', [403, 7]],
  ['viewer', [403, 7]],
] as const)('of all roles, an admin of all namespaces sets looks: %s', async (role, verdict) => {
  const [status, message] = await set({ looks }, shownTo(role));
  const { code } = await server.grpc(
    setNamespaceLooks,
    { looks: looks.map(({ namespaceKey }, index) => ({ namespaceKey, hue: index === 0 ? 1 : 0 })) },
    shownTo(role),
  );
  expect([status, code]).toEqual(verdict);
  if (status === 403) expect(message).toBe(`permission denied: role "${role}" may not update namespaces`);
});

test('everyone sees the looks of the namespaces that they may read', async () => {
  expect(await listed(shownTo('viewer'))).toMatchObject({ looks });
  expect(await listed(shownTo('docs:viewer'))).toMatchObject({ looks: [looks[1]] });
  const { code } = await server.grpc(listNamespaceLooks, {}, shownTo('counter'));
  expect(code).toBe(7);
  const { clientToken } = await server.issue({ namespaceKey: 'shop' });
  expect((await server.as(clientToken).send({ path: '/api/v1/looks' })).status).toBe(403);
});

test.each([
  [
    { looks: [{ namespaceKey: 'shop', hue: 'PINK' }] },
    400,
    'invalid field looks[0].hue: must be RED, AMBER, GREEN, TEAL, BLUE or VIOLET',
  ],
  [{ looks: [...looks, looks[0]] }, 400, 'invalid field looks: must not list "shop" twice'],
  [{ looks: [...looks, { namespaceKey: 'gone' }] }, 404, 'namespace "gone" not found'],
  [
    { looks: [], version: 'other' },
    409,
    'version: somebody else has replaced the looks since; read them again',
  ],
  [{ looks: [{ key: 'shop' }] }, 400, /^invalid field looks\[0\]\.key: unknown to Pennon/],
])('what is wrong is refused, and nothing is changed: %j', async (body, status, message) => {
  const [answered, said] = await set(body);
  expect(answered).toBe(status);
  expect(said).toEqual(typeof message === 'string' ? message : expect.stringMatching(message));
  expect(await listed()).toMatchObject({ looks });
});

test('no export has looks', async () => {
  const answer = await server.as().send({ path: pathIn('shop', 'document') });
  expect(answer.status).toBe(200);
  expect(answer.body.toString()).not.toMatch(/hue|place/i);
});

test('flags of one namespace are for those who may read it', async () => {
  const statusOf = async (namespaceKey: string, shown: Shown): Promise<number> => {
    const path = `/api/v1/find/flags?namespaceKey=${namespaceKey}&order=LAST_CHANGED_FIRST`;
    return (await server.as(shown).send({ path })).status;
  };
  const { clientToken } = await server.issue({
    namespaceKey: 'shop',
    metadata: { 'io.service.auth.role': 'viewer' },
  });
  expect([await statusOf('shop', clientToken), await statusOf('docs', clientToken)]).toEqual([200, 403]);
  const viewer = shownTo('shop:viewer');
  expect([await statusOf('shop', viewer), await statusOf('docs', viewer)]).toEqual([200, 403]);
});
