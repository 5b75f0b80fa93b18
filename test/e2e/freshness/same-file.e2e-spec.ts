import { type NamespaceDocument } from '@pennon/document';
import { openDatabase, UnitOfWork, type Database } from '@pennon/storage';
import { Changes, Importer } from '@pennon/changes';
import { eventually } from '../../support/eventually';
import { jsonRequest } from '../../support/http';
import { configFor } from '../../support/temporary-database';
import { useServer } from '../../support/use-server';
import { aFlagState } from '@pennon/testing';

const server = useServer();

let database: Database;
let importer: Importer;

beforeAll(async () => {
  database = await openDatabase(configFor(`file:${server.databaseFile}`).db, 'writer');
  const unitOfWork = new UnitOfWork(database);
  importer = new Importer(unitOfWork, new Changes(unitOfWork));
});

afterAll(async () => {
  await database.close();
});

function shop(isEnabled: boolean): NamespaceDocument {
  return {
    namespace: { key: 'shop', name: 'Shop', description: '' },
    flags: [aFlagState('beta', { name: 'Beta', type: 'boolean', isEnabled })],
    segments: [],
  };
}

async function evaluation(): Promise<unknown> {
  const question = { namespaceKey: 'shop', flagKey: 'beta', entityId: 'me' };
  const { status, body } = await server.send(jsonRequest('POST', '/evaluate/v1/boolean', question));
  return status === 200 ? (JSON.parse(body.toString()) as { readonly enabled: boolean }).enabled : status;
}

it('a running server sees what another process has written to its file', async () => {
  expect(await evaluation()).toBe(404);
  for (const isEnabled of [true, false, true]) {
    await importer.import(shop(isEnabled), { existing: 'update', prune: true });
    await eventually(async () => {
      expect(await evaluation()).toBe(isEnabled);
    });
  }
});

it('and goes on writing itself', async () => {
  const path = '/api/v1/namespaces/shop/flags';
  const flag = { key: 'own', name: 'Own', type: 'BOOLEAN_FLAG_TYPE' };
  expect((await server.send(jsonRequest('POST', path, flag))).status).toBe(200);
  const { lines } = await importer.preview(shop(true), { existing: 'update', prune: true });
  expect(lines).toEqual([{ sign: '-', depth: 0, text: 'flag own' }]);
});
