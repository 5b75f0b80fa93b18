import { status } from '@grpc/grpc-js';
import { pennonTransfer } from '@pennon/proto';
import { authEnv, useAuthServer, withTokens } from '../../support/auth-server';
import { jsonOf } from '../../support/http';
import { useServer } from '../../support/use-server';
import { documentOf, documentPath, importRequest, shopDocument } from './documents';

const { exportNamespace, importNamespace } = pennonTransfer.TransferService.method;

const empty = { namespace: 'shop' };

function documentIn(namespaceKey: string): string {
  return JSON.stringify({ namespace: namespaceKey, flags: [{ key: 'f', name: 'F' }] });
}

describe('with roles', () => {
  const server = useAuthServer({ PENNON_AUTHORIZATION_REQUIRED: 'true' });
  const tokens = new Map<string, string>();

  beforeAll(async () => {
    await server.as().send(importRequest('shop', shopDocument));
    for (const role of ['admin', 'editor', 'viewer', 'shop:admin', 'shop:editor', 'shop:viewer', 'owner'])
      tokens.set(role, (await server.issue({ metadata: { 'io.service.auth.role': role } })).clientToken);
  });

  const inRole = (role: string): string => tokens.get(role) ?? '';

  test.each([
    ['admin', 200, 200],
    ['editor', 200, 200],
    ['viewer', 200, 403],
    ['shop:admin', 200, 200],
    ['shop:editor', 200, 200],
    ['shop:viewer', 200, 403],
    ['owner', 403, 403],
  ])('%s may export: %d, import: %d', async (role, mayExport, mayImport) => {
    const api = server.as(inRole(role));
    expect((await api.send({ path: documentPath('shop') })).status).toBe(mayExport);
    expect((await api.send(importRequest('shop', empty))).status).toBe(mayImport);
    expect((await api.send(importRequest('shop', empty, { dryRun: true }))).status).toBe(mayImport);
    const codes = [
      await server.grpc(exportNamespace, { namespaceKey: 'shop' }, inRole(role)),
      await server.grpc(
        importNamespace,
        { namespaceKey: 'shop', document: documentIn('shop') },
        inRole(role),
      ),
    ].map(({ code }) => code);
    const codeOf = (http: number): status => (http === 200 ? status.OK : status.PERMISSION_DENIED);
    expect(codes).toEqual([codeOf(mayExport), codeOf(mayImport)]);
  });

  test.each(['shop:admin', 'shop:editor', 'shop:viewer'])('%s may neither elsewhere', async (role) => {
    const api = server.as(inRole(role));
    expect((await api.send({ path: documentPath('default') })).status).toBe(403);
    expect((await api.send(importRequest('default', documentIn('default')))).status).toBe(403);
    // The document cannot say otherwise.
    expect((await api.send(importRequest('default', documentIn('shop')))).status).toBe(403);
  });

  test.each(['editor', 'shop:editor'])(
    '%s cannot give a namespace another name by an import',
    async (role) => {
      const renamed = { namespace: { ...shopDocument.namespace, name: 'Mine' } };
      for (const options of [{}, { dryRun: true }]) {
        const answer = await server.as(inRole(role)).send(importRequest('shop', renamed, options));
        expect([answer.status, jsonOf(answer)]).toMatchObject([
          403,
          { message: `permission denied: role "${role}" may not update namespace "shop"` },
        ]);
      }
      const exported = documentOf(await server.as().send({ path: documentPath('shop') }));
      expect(exported).toMatchObject({ namespace: shopDocument.namespace });
      const same = {
        namespace: shopDocument.namespace,
        flags: [{ key: role.replace(':', '-'), name: 'Mine' }],
      };
      expect((await server.as(inRole(role)).send(importRequest('shop', same))).status).toBe(200);
      const skipping = importRequest('shop', renamed, { existing: 'SKIP_EXISTING' });
      expect((await server.as(inRole(role)).send(skipping)).status).toBe(200);
    },
  );

  test('an editor cannot create a namespace by an import, and an admin can', async () => {
    for (const options of [{}, { dryRun: true }, { existing: 'SKIP_EXISTING' }]) {
      const request = importRequest('new', documentIn('new'), options);
      const answer = await server.as(inRole('editor')).send(request);
      expect([answer.status, jsonOf(answer)]).toMatchObject([
        403,
        { message: 'permission denied: role "editor" may not create namespace "new"' },
      ]);
    }
    expect((await server.as().send({ path: documentPath('new') })).status).toBe(404);
    const answer = await server.as(inRole('admin')).send(importRequest('new', documentIn('new')));
    expect(answer.status).toBe(200);
  });

  test('an admin may give a namespace another name', async () => {
    const renamed = { namespace: { key: 'shop', name: 'Store' } };
    const answer = await server.as(inRole('shop:admin')).send(importRequest('shop', renamed));
    expect(jsonOf(answer)).toMatchObject({ summary: { update: 1 } });
  });
});

describe('with tokens for one namespace', () => {
  const server = withTokens(useServer({ ...authEnv, PENNON_SERVER_MAX_IMPORT_BYTES: '64KiB' }));
  let token: string;

  beforeAll(async () => {
    await server.as().send(importRequest('shop', shopDocument));
    token = (await server.issue({ namespaceKey: 'shop' })).clientToken;
  });

  test('one exports and imports that namespace', async () => {
    const api = server.as(token);
    expect(documentOf(await api.send({ path: documentPath('shop') }))).toEqual(shopDocument);
    expect((await api.send(importRequest('shop', empty))).status).toBe(200);
  });

  test.each(['default', 'docs', 'Shop', '', '%73hop%20'])('and no other: %p', async (namespaceKey) => {
    const api = server.as(token);
    expect((await api.send({ path: documentPath(namespaceKey) })).status).toBe(403);
    for (const about of ['shop', 'docs'])
      expect((await api.send(importRequest(namespaceKey, documentIn(about)))).status).toBe(403);
  });

  test('a document cannot smuggle in another namespace', async () => {
    const both = `${documentIn('shop')}\n${documentIn('docs')}`;
    const members = { namespaceKey: 'docs', namespace_key: 'docs' };
    const api = server.as(token);
    expect((await api.send(importRequest('shop', documentIn('docs')))).status).toBe(400);
    expect((await api.send(importRequest('shop', both))).status).toBe(400);
    expect((await api.send(importRequest('shop', documentIn('docs'), members))).status).toBe(400);
    expect((await api.send(importRequest('docs', documentIn('docs'), { namespaceKey: 'shop' }))).status).toBe(
      403,
    );
    expect((await server.as().send({ path: documentPath('docs') })).status).toBe(404);
  });

  test('whoever may not import is refused before its document is read', async () => {
    const tooLarge = 'x'.repeat(128 * 1024);
    for (const [api, expected] of [
      [server, 401],
      [server.as('nobody'), 401],
      [server.as(token), 403],
    ] as const) {
      const { status: answered } = await api.send(importRequest('docs', tooLarge));
      expect(answered).toBe(expected);
    }
    expect((await server.as(token).send(importRequest('shop', tooLarge))).status).toBe(413);
  });

  test('without a credential there is neither', async () => {
    expect((await server.send({ path: documentPath('shop') })).status).toBe(401);
    expect((await server.send(importRequest('shop', empty))).status).toBe(401);
    expect((await server.grpc(exportNamespace, { namespaceKey: 'shop' })).code).toBe(status.UNAUTHENTICATED);
  });

  test('a document holds no secret', async () => {
    const { body } = await server.as().send({ path: documentPath('shop') });
    expect(body.toString()).not.toMatch(new RegExp(`${token}|${server.bootstrapToken}|token|hash`));
  });
});
