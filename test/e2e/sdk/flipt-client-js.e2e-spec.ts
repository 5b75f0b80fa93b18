import { addFlag } from '../../support/flags';
import { apiAt } from '../../support/http';
import { onServer } from '../../support/on-server';
import { startServer } from '../../support/server';
import { useServer } from '../../support/use-server';
import {
  entries,
  libraries,
  newestLibrary,
  useFliptClientJs,
  type FliptClientJs,
} from './support/flipt-client-js';
import { createShowcase, dutch } from './support/showcase';
import { useWireTap } from './support/wire-tap';

const everyClient = libraries.flatMap((library) => entries.map((entry) => [library, entry] as const));

onServer((server) => {
  const sdk = useFliptClientJs();
  const tap = useWireTap(server);

  beforeAll(async () => createShowcase(server));

  describe.each(everyClient)('%s, its entry for %s', (library, entry) => {
    let client: FliptClientJs;

    beforeAll(async () => {
      client = await sdk.open(library, entry, { url: server.url });
    });

    test('the SDK evaluates a variant', async () => {
      expect(await client.evaluateVariant({ ...dutch, flagKey: 'colour' })).toMatchObject({
        match: true,
        flagKey: 'colour',
        variantKey: 'orange',
        variantAttachment: '{"hex":"#f60"}',
        reason: 'MATCH_EVALUATION_REASON',
        segmentKeys: ['colour'],
      });
    });

    test('the SDK evaluates a variant flag that is disabled', async () => {
      expect(await client.evaluateVariant({ ...dutch, flagKey: 'parked' })).toMatchObject({
        match: false,
        variantKey: '',
        reason: 'FLAG_DISABLED_EVALUATION_REASON',
      });
    });

    test('the SDK evaluates a boolean', async () => {
      expect(await client.evaluateBoolean({ ...dutch, flagKey: 'banner' })).toMatchObject({
        enabled: true,
        flagKey: 'banner',
        reason: 'DEFAULT_EVALUATION_REASON',
      });
    });

    test('the SDK evaluates a batch, in which a missing flag is an error of its own', async () => {
      const requests = ['colour', 'banner', 'absent'].map((flagKey) => ({ ...dutch, flagKey }));
      expect(await client.evaluateBatch(requests)).toMatchObject({
        responses: [
          {
            type: 'VARIANT_EVALUATION_RESPONSE_TYPE',
            variantEvaluationResponse: { variantKey: 'orange', segmentKeys: ['colour'] },
          },
          { type: 'BOOLEAN_EVALUATION_RESPONSE_TYPE', booleanEvaluationResponse: { enabled: true } },
          {
            type: 'ERROR_EVALUATION_RESPONSE_TYPE',
            errorEvaluationResponse: {
              flagKey: 'absent',
              namespaceKey: 'default',
              reason: 'NOT_FOUND_ERROR_EVALUATION_REASON',
            },
          },
        ],
      });
    });

    test('the SDK lists the flags, disabled ones too', async () => {
      const flags = (await client.listFlags()) as readonly object[];
      expect(flags).toContainEqual(
        expect.objectContaining({ key: 'parked', enabled: false, type: 'VARIANT_FLAG_TYPE' }),
      );
      expect(flags).toContainEqual(
        expect.objectContaining({ key: 'banner', enabled: true, type: 'BOOLEAN_FLAG_TYPE' }),
      );
    });

    test.each(['evaluateVariant', 'evaluateBoolean'] as const)(
      'the SDK says that a flag is missing: %s',
      async (evaluate) => {
        const evaluation = client[evaluate]({ ...dutch, flagKey: 'absent' });
        await expect(evaluation).rejects.toThrow('failed to get flag information default/absent');
      },
    );

    test('the SDK says that a flag is of the other type', async () => {
      const variant = client.evaluateVariant({ ...dutch, flagKey: 'banner' });
      await expect(variant).rejects.toThrow('banner is not a variant flag');
      const boolean = client.evaluateBoolean({ ...dutch, flagKey: 'colour' });
      await expect(boolean).rejects.toThrow('colour is not a boolean flag');
    });

    test('the SDK reads another namespace', async () => {
      const shop = await sdk.open(library, entry, { url: server.url, namespace: 'shop' });
      expect(await shop.evaluateBoolean({ ...dutch, flagKey: 'banner' })).toMatchObject({ enabled: false });
      await expect(shop.evaluateVariant({ ...dutch, flagKey: 'colour' })).rejects.toThrow('shop/colour');
    });

    test('the SDK finds no flag in a namespace that is not there, and gets no tag', async () => {
      tap.clear();
      const stranger = await sdk.open(library, entry, { url: tap.url, namespace: 'nowhere' });
      expect(await stranger.listFlags()).toEqual([]);
      expect(tap.exchanges.map(({ status, received }) => [status, received.etag])).toEqual([
        [200, undefined],
      ]);
    });

    test('the SDK takes a snapshot once, and again after a write', async () => {
      tap.clear();
      const watcher = await sdk.open(library, entry, { url: tap.url });
      expect(await watcher.refresh()).toBe(false);
      const key = `after-write-${library.replace(/\W/g, '-')}-${entry}`;
      await addFlag(server, { key, type: 'BOOLEAN_FLAG_TYPE' });
      expect(await watcher.refresh()).toBe(true);
      expect(await watcher.evaluateBoolean({ ...dutch, flagKey: key })).toMatchObject({ enabled: true });
      expect(await watcher.refresh()).toBe(false);

      const tags = tap.exchanges.map(({ received }) => received.etag);
      const [before, , after] = tags;
      expect(before).toMatch(/^[0-9a-f]{40}$/);
      expect(after).not.toBe(before);
      expect(tags).toEqual([before, before, after, after]);
      const asked = tap.exchanges.map(({ status, sent }) => [status, sent['if-none-match']]);
      expect(asked).toEqual([
        [200, undefined],
        [304, before],
        [200, before],
        [304, after],
      ]);
    });
  });
});

describe('when the SDK refreshes by itself', () => {
  const server = useServer();
  const sdk = useFliptClientJs();

  beforeAll(async () => addFlag(server, { key: 'colour' }));

  describe.each(libraries)('%s', (library) => {
    // One for each: a refresh may still be under way when a test ends.
    const tap = useWireTap(server);

    test('it is told that nothing changed, and picks up a change', async () => {
      const client = await sdk.open(library, 'node', { url: tap.url, updateInterval: 0.1 });
      await tap.hear(3);
      expect(tap.exchanges.slice(0, 3).map(({ status }) => status)).toEqual([200, 304, 304]);

      const key = `after-start-${libraries.indexOf(library)}`;
      await addFlag(server, { key, type: 'BOOLEAN_FLAG_TYPE' });
      while (!(await keysOf(client)).includes(key)) await tap.hear(tap.exchanges.length + 1);
      expect(await client.evaluateBoolean({ ...dutch, flagKey: key })).toMatchObject({ enabled: true });
      await client.close();
    });
  });

  async function keysOf(client: FliptClientJs): Promise<readonly string[]> {
    const flags = (await client.listFlags()) as readonly { readonly key: string }[];
    return flags.map(({ key }) => key);
  }
});

describe('when the server is gone', () => {
  const sdk = useFliptClientJs();
  let url: string;
  let stop: () => Promise<unknown>;

  beforeEach(async () => {
    const server = await startServer();
    await addFlag(apiAt(server.url), { key: 'banner', type: 'BOOLEAN_FLAG_TYPE' });
    url = server.url;
    stop = async () => server.stop();
  });

  const banner = { ...dutch, flagKey: 'banner' };

  test.each(libraries)('the SDK says so, or goes on with what it has: %s', async (library) => {
    const strict = await sdk.open(library, 'node', { url, errorStrategy: 'fail' });
    const lenient = await sdk.open(library, 'node', { url, errorStrategy: 'fallback' });
    await stop();
    await expect(strict.refresh()).rejects.toThrow('ECONNREFUSED');
    expect(await lenient.refresh()).toBe(false);
    expect(await lenient.evaluateBoolean(banner)).toMatchObject({ enabled: true });
  });

  test('the SDK starts from a snapshot that it was given', async () => {
    const first = await sdk.open(newestLibrary, 'node', { url });
    const snapshot = await first.getSnapshot();
    await stop();
    const second = await sdk.open(newestLibrary, 'node', { url, snapshot, errorStrategy: 'fallback' });
    expect(await second.evaluateBoolean(banner)).toMatchObject({ enabled: true });
  });
});
