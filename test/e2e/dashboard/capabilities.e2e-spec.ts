import { fliptMeta, pennonDashboard } from '@pennon/proto';
import { useAuthServer } from '../../support/auth-server';
import { jsonOf } from '../../support/http';

const { getCapabilities } = pennonDashboard.DashboardService.method;
const { getInfo } = fliptMeta.MetadataService.method;
const path = '/internal/v1/ui/capabilities';

const server = useAuthServer();

test('says of each extension whether it is there', async () => {
  const answer = await server.as().send({ path });
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/json']);
  expect(jsonOf(answer)).toEqual({
    tokenSession: false,
    history: false,
    changesets: false,
    preconditions: false,
    events: false,
    permissions: false,
    loginErrors: false,
    batchAnalytics: false,
    guardedNamespaces: [],
    auditLog: true,
    valueCounts: true,
  });
});

test('a token of one namespace may ask, also over gRPC, though the metadata are not for it', async () => {
  const { clientToken } = await server.issue({ namespaceKey: 'shop' });
  expect((await server.as(clientToken).send({ path })).status).toBe(200);
  expect((await server.as(clientToken).send({ path: '/meta/info' })).status).toBe(401);
  expect((await server.grpc(getCapabilities, {}, clientToken)).code).toBe(0);
  expect((await server.grpc(getInfo, {}, clientToken)).code).toBe(16);
});

test('nobody else may', async () => {
  expect((await server.send({ path })).status).toBe(401);
  expect((await server.as('bad').send({ path })).status).toBe(401);
});
