import { eventually } from '../../support/eventually';
import { eventuallySays, eventuallyShows } from '../../support/dependencies';
import { jsonOf, jsonRequest, type Answer } from '../../support/http';
import { metricsOf } from '../../support/metrics';
import { startServer } from '../../support/server';
import { useProcess } from '../../support/use-server';
import {
  aDocument,
  publishDocuments,
  PUBLISHED_FLAG,
  type PublishedDocument,
} from '../../drills/support/publish-by-hand';
import { BUCKET, useBucket } from './support/use-bucket';

describe('a reader of a bucket with a document that it cannot use', () => {
  const bucket = useBucket();

  const reader = useProcess(async () => {
    await publish([
      { namespaceKey: 'shop', revision: 1, text: aDocument('shop', true) },
      { namespaceKey: 'other', revision: 1, text: aDocument('other', true) },
    ]);
    return startServer({ tier: 'reader', env: bucket.readerEnv });
  });

  async function publish(documents: readonly PublishedDocument[]): Promise<void> {
    await publishDocuments(bucket.server, BUCKET, documents);
  }

  async function ask(namespaceKey: string): Promise<Answer> {
    const question = { namespaceKey, flagKey: PUBLISHED_FLAG, entityId: 'me' };
    return reader.send(jsonRequest('POST', '/evaluate/v1/boolean', question));
  }

  async function eventuallyAnswers(namespaceKey: string, enabled: boolean): Promise<void> {
    await eventually(async () => {
      expect(jsonOf(await ask(namespaceKey))).toMatchObject({ enabled });
    });
  }

  async function refused(): Promise<readonly number[]> {
    return (await metricsOf(reader)).find('pennon_snapshot_refused_namespaces').map(({ value }) => value);
  }

  test('keeps that namespace as it was, follows the others, and says so once', async () => {
    await eventuallyAnswers('shop', true);
    expect(await refused()).toEqual([0]);
    await publish([
      { namespaceKey: 'shop', revision: 2, text: aDocument('shop', false), features: ['made-up'] },
      { namespaceKey: 'other', revision: 2, text: aDocument('other', false) },
      { namespaceKey: 'young', revision: 1, text: '{"namespace":"young","flags":[{}]}' },
    ]);
    await eventuallyAnswers('other', false);
    expect(jsonOf(await ask('shop'))).toMatchObject({ enabled: true });
    const young = await ask('young');
    expect([young.status, jsonOf(young)]).toEqual([
      503,
      expect.objectContaining({ message: expect.stringContaining('flags[0].key') as string }),
    ]);
    expect((await ask('nowhere')).status).toBe(404);
    expect(await refused()).toEqual([2]);
    await eventuallySays(reader, { object_store: 1 });
    await eventuallyShows(reader, {
      object_store: 'snapshots of 2 namespaces cannot be read from it: see the log',
    });
    await publish([
      { namespaceKey: 'shop', revision: 2, text: aDocument('shop', false), features: ['made-up'] },
      { namespaceKey: 'other', revision: 3, text: aDocument('other', true) },
      { namespaceKey: 'young', revision: 1, text: '{"namespace":"young","flags":[{}]}' },
    ]);
    await eventuallyAnswers('other', true);
    const told = reader.logged('ERROR').filter((line) => line.includes('namespaces cannot be read'));
    expect(told).toHaveLength(1);
    expect(told[0]).toContain('of Pennon lacks: upgrade this instance');
  });

  test('follows it again when it can be used', async () => {
    await publish([
      { namespaceKey: 'shop', revision: 3, text: aDocument('shop', false) },
      { namespaceKey: 'other', revision: 4, text: aDocument('other', true) },
    ]);
    await eventuallyAnswers('shop', false);
    await eventuallySays(reader, { object_store: 1 });
    await eventuallyShows(reader, { object_store: undefined });
    expect(await refused()).toEqual([0]);
    expect((await ask('young')).status).toBe(404);
  });
});
