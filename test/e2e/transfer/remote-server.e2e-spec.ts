import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { readDocuments, type NamespaceDocument } from '@pennon/document';
import { RemoteServer } from '../../../apps/cli/src/targets/remote-server';
import { ServerCalls } from '../../../apps/cli/src/targets/server-calls';
import { useAuthServer } from '../../support/auth-server';
import { addFlag } from '../../support/flags';
import { jsonRequest } from '../../support/http';
import { startServer } from '../../support/server';
import { useServer } from '../../support/use-server';
import { useTiers } from '../../support/use-tiers';
import { largeDocument, shopDocument } from './documents';

function documentFrom(value: object): NamespaceDocument {
  const [read] = readDocuments(JSON.stringify(value), { format: 'json' });
  if (read === undefined) throw new Error('there is no document');
  return read.document;
}

const shop = documentFrom(shopDocument);
const update = { existing: 'update', prune: false } as const;

describe('a server that wants to know nobody', () => {
  const server = useServer();
  const remote = (): RemoteServer => new RemoteServer(new ServerCalls(server.url, undefined));

  test('takes a namespace and gives it back', async () => {
    expect(await remote().exportNamespace('shop')).toBeUndefined();
    const imported = await remote().importNamespace(shop, update);
    expect(imported).toMatchObject({
      summary: { create: 4, update: 0, delete: 0 },
      linesLeftOut: 0,
      revision: expect.any(String),
      warnings: [],
    });
    expect(imported.lines[0]).toEqual({ sign: '+', depth: 0, text: 'namespace shop' });
    const exported = await remote().exportNamespace('shop');
    expect(exported).toEqual({ revision: imported.revision, document: shop, omissions: [] });
  });

  test('tells what an import would do', async () => {
    const document = { ...shop, flags: shop.flags.slice(0, 1) };
    const prune = { existing: 'update', prune: true } as const;
    const dry = await remote().importNamespace(document, prune, { dryRun: true });
    expect(dry).toMatchObject({ summary: { create: 0, update: 0, delete: 1 } });
    expect(dry.lines).toEqual([{ sign: '-', depth: 0, text: 'flag banner' }]);
    const refused = remote().importNamespace(document, prune, { maxDeletions: 0 });
    await expect(refused).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    expect((await remote().exportNamespace('shop'))?.document).toEqual(shop);
    await remote().importNamespace({ ...shop, flags: [] }, { existing: 'skip', prune: false }, {});
    expect((await remote().exportNamespace('shop'))?.document).toEqual(shop);
  });

  test('evaluates, and the value tells the type of the flag', async () => {
    const question = { namespaceKey: 'shop', flagKey: 'colour', entityId: 'e', context: { country: 'de' } };
    expect((await remote().evaluate(question)).response).toMatchObject({
      case: 'variantResponse',
      value: { match: true, variantKey: 'orange', segmentKeys: ['germans'] },
    });
    expect((await remote().evaluate({ ...question, flagKey: 'banner' })).response).toMatchObject({
      case: 'booleanResponse',
      value: { enabled: true, segmentKeys: ['germans'] },
    });
    await expect(remote().evaluate({ ...question, flagKey: 'absent' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'flag "shop/absent" not found',
    });
  });

  test('lists more namespaces than are on a page', async () => {
    const keys = Array.from({ length: 130 }, (_, index) => `n${index}`);
    for (const key of keys) await server.send(jsonRequest('POST', '/api/v1/namespaces', { key, name: key }));
    expect(await remote().listNamespaces()).toEqual(['default', 'shop', ...keys]);
  });

  test('says in its own words what is wrong with a document', async () => {
    const rule = { segmentKeys: ['absent'], segmentOperator: 'or', distributions: [] } as const;
    const flags = shop.flags.map((flag) => ({ ...flag, rules: [rule] }));
    await expect(
      remote().importNamespace({ ...shop, flags, segments: [] }, { existing: 'update', prune: true }),
    ).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', message: expect.stringContaining('"absent"') });
  });
});

describe('a server that wants to know who calls', () => {
  const server = useAuthServer();
  const remote = (token: string | undefined = server.bootstrapToken): RemoteServer =>
    new RemoteServer(new ServerCalls(server.url, token));

  beforeAll(async () => {
    await addFlag(server.as(), { key: 'on', type: 'BOOLEAN_FLAG_TYPE' });
  });

  test('makes tokens, lists and deletes them', async () => {
    const expiresAt = timestampFromDate(new Date('2999-01-01T00:00:00Z'));
    const made = await remote().createToken({
      name: 'ci',
      description: 'for CI',
      expiresAt,
      namespaceKey: 'default',
    });
    const id = made.authentication?.id ?? '';
    expect(made.authentication).toMatchObject({
      expiresAt,
      metadata: { 'io.service.auth.token.name': 'ci', 'io.service.auth.token.namespace': 'default' },
    });
    const listed = await remote().listTokens();
    expect(listed.find((token) => token.id === id)).toEqual(made.authentication);
    expect(
      JSON.stringify(listed, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)),
    ).not.toContain(made.clientToken);
    await remote().deleteToken(id);
    await remote().deleteToken(id);
    expect((await remote().listTokens()).some((token) => token.id === id)).toBe(false);
  });

  test('lists more tokens than are on a page', async () => {
    const before = (await remote().listTokens()).length;
    for (let index = 0; index < 110; index++) await server.issue({ name: `token ${index}` });
    expect((await remote().listTokens()).length).toBe(before + 110);
  });

  test('is evaluated with a token of the namespace alone', async () => {
    const { clientToken } = await server.issue({ namespaceKey: 'default' });
    const question = { namespaceKey: 'default', flagKey: 'on', entityId: 'e', context: {} };
    expect((await remote(clientToken).evaluate(question)).response.case).toBe('booleanResponse');
    await expect(remote(clientToken).listNamespaces()).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
      message: expect.stringContaining('is for one namespace only'),
    });
  });

  test('tells who shows no token, or a bad one', async () => {
    for (const token of [undefined, 'bad']) {
      const open = new RemoteServer(new ServerCalls(server.url, token));
      await expect(open.exportNamespace('default')).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
      await expect(open.importNamespace(shop, update)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
      await expect(open.listTokens()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    }
  });

  test('tells whoever may not that it sent a large document for nothing', async () => {
    const large = documentFrom(largeDocument('large', 2000));
    await expect(remote('bad').importNamespace(large, update)).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    });
  });
});

describe('a reader', () => {
  const { reader } = useTiers();

  test('says that the other tier is to be asked', async () => {
    const remote = new RemoteServer(new ServerCalls(reader.url, undefined));
    for (const call of [remote.exportNamespace('default'), remote.importNamespace(shop, update)])
      await expect(call).rejects.toMatchObject({
        code: 'UNIMPLEMENTED',
        message: expect.stringMatching(/Namespace is answered by the write tier; this is a reader$/),
      });
  });
});

test('a server that is read-only says so, and exports', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'pennon-read-only-'));
  const server = await startServer({ directory, env: { PENNON_STORAGE_READ_ONLY: 'true' } });
  const remote = new RemoteServer(new ServerCalls(server.url, undefined));
  await expect(remote.importNamespace(shop, update)).rejects.toThrow(
    'modification is not allowed in read-only mode',
  );
  expect((await remote.importNamespace(shop, update, { dryRun: true })).summary.create).toBe(4);
  expect((await remote.exportNamespace('default'))?.document.flags).toEqual([]);
  await server.stop();
  rmSync(directory, { recursive: true });
}, 60_000);
