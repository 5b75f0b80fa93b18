import { fliptMeta, pennonDashboard } from '@pennon/proto';
import { useAuthServer, type AuthServer } from '../../support/auth-server';
import { jsonOf, jsonRequest } from '../../support/http';
import { useServer } from '../../support/use-server';

const { getCapabilities } = pennonDashboard.DashboardService.method;
const { getInfo } = fliptMeta.MetadataService.method;
const path = '/internal/v1/ui/capabilities';

interface CapabilitiesJson {
  readonly refused: readonly string[];
  readonly namespaces: Readonly<Record<string, { readonly refused: readonly string[] }>>;
  readonly roles: readonly string[];
  readonly readOnly: boolean;
}

const writesOfNamespace = ['CreateFlag', 'UpdateVariant', 'DeleteSegment', 'CreateChange', 'ImportNamespace'];
const forAdmins = [
  'CreateNamespace',
  'UpdateNamespace',
  'UpdatePolicy',
  'CreateToken',
  'ListAuthentications',
];
const reads = ['GetFlag', 'ListFlags', 'FindRevisions'];

async function capabilitiesOf(server: AuthServer, clientToken?: string): Promise<CapabilitiesJson> {
  const answer = await server.as(clientToken).send({ path });
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/json']);
  return jsonOf(answer) as CapabilitiesJson;
}

describe('without roles', () => {
  const server = useAuthServer();

  test('everything is allowed, and there is no role to give', async () => {
    expect(await capabilitiesOf(server)).toEqual({ refused: [], namespaces: {}, roles: [], readOnly: false });
  });

  test('a token of one namespace may do everything there, and nothing elsewhere', async () => {
    const { clientToken } = await server.issue({ namespaceKey: 'shop' });
    const { refused, namespaces } = await capabilitiesOf(server, clientToken);
    expect(refused).toEqual(expect.arrayContaining([...writesOfNamespace, ...forAdmins, ...reads]));
    expect(Object.keys(namespaces)).toEqual(['shop']);
    for (const rpc of [...writesOfNamespace, 'UpdateNamespace', 'GetFlag', 'ListFlags'])
      expect(namespaces.shop?.refused).not.toContain(rpc);
    expect(namespaces.shop?.refused).toContain('CreateToken');
  });

  test('a token of one namespace may ask, also over gRPC, though the metadata are not for it', async () => {
    const { clientToken } = await server.issue({ namespaceKey: 'shop' });
    expect((await server.as(clientToken).send({ path: '/meta/info' })).status).toBe(401);
    expect((await server.grpc(getCapabilities, {}, clientToken)).code).toBe(0);
    expect((await server.grpc(getInfo, {}, clientToken)).code).toBe(16);
  });

  test('callers without a credential may not ask', async () => {
    expect((await server.send({ path })).status).toBe(401);
    expect((await server.as('bad').send({ path })).status).toBe(401);
  });
});

describe('with roles', () => {
  const server = useAuthServer({ PENNON_AUTHORIZATION_REQUIRED: 'true' });

  async function withRole(role: string): Promise<string> {
    const { clientToken } = await server.issue({ metadata: { 'io.service.auth.role': role } });
    return clientToken;
  }

  test('an admin may do everything, and give these roles', async () => {
    const { refused, roles } = await capabilitiesOf(server);
    expect(refused).toEqual([]);
    expect(roles).toEqual(['admin', 'editor', 'viewer', 'approver', 'counter']);
  });

  test.each([
    ['editor', writesOfNamespace, forAdmins.filter((rpc) => rpc !== 'ListAuthentications')],
    ['viewer', reads, [...writesOfNamespace, 'CreateNamespace', 'CreateToken']],
    ['counter', ['AddCounts'], [...reads, ...writesOfNamespace]],
  ])('%s', async (role, allowed, denied) => {
    const { refused, namespaces } = await capabilitiesOf(server, await withRole(role));
    expect(refused).toEqual(expect.arrayContaining(denied));
    expect(refused.filter((rpc) => allowed.includes(rpc))).toEqual([]);
    expect(namespaces).toEqual({});
  });

  test('rights in one namespace are listed beside those in all others', async () => {
    const { refused, namespaces } = await capabilitiesOf(server, await withRole('viewer, shop:editor'));
    expect(refused).toContain('CreateFlag');
    expect(refused).not.toContain('GetFlag');
    expect(namespaces.shop?.refused).not.toContain('CreateFlag');
    expect(namespaces.shop?.refused).toContain('UpdateNamespace');
  });

  test('what is said to be refused is refused, and the rest is not', async () => {
    const clientToken = await withRole('viewer, shop:editor');
    const { refused, namespaces } = await capabilitiesOf(server, clientToken);
    const told = (key: string): readonly string[] => namespaces[key]?.refused ?? refused;
    for (const key of ['default', 'shop']) {
      const flags = await server
        .as(clientToken)
        .send(jsonRequest('POST', `/api/v1/namespaces/${key}/flags`, { key: 'f', name: 'F' }));
      expect(flags.status === 403).toBe(told(key).includes('CreateFlag'));
      const renamed = await server
        .as(clientToken)
        .send(jsonRequest('PUT', `/api/v1/namespaces/${key}`, { name: 'N' }));
      expect(renamed.status === 403).toBe(told(key).includes('UpdateNamespace'));
    }
  });
});

describe('without authentication', () => {
  const server = useServer();

  test('everything is allowed', async () => {
    expect(jsonOf(await server.send({ path }))).toEqual({
      refused: [],
      namespaces: {},
      roles: [],
      readOnly: false,
    });
  });
});
