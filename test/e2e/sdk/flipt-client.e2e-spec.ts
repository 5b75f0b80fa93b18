import { ErrorStrategy, FliptEvaluationClient } from '@flipt-io/flipt-client';
import { addFlag } from '../../support/flags';
import { onServer } from '../../support/on-server';
import { createShowcase, dutch, nowhere } from './support/showcase';
import { useWireTap } from './support/wire-tap';

const { entityId, context } = dutch;

onServer((server) => {
  const tap = useWireTap(server);
  let client: FliptEvaluationClient;

  beforeAll(async () => {
    await createShowcase(server);
    client = await open();
  });

  async function open(namespace = 'default', url = tap.url): Promise<FliptEvaluationClient> {
    return FliptEvaluationClient.init(namespace, { url, errorStrategy: ErrorStrategy.Fail });
  }

  test('the SDK evaluates a variant', () => {
    expect(client.evaluateVariant('colour', entityId, context)).toMatchObject({
      match: true,
      flagKey: 'colour',
      variantKey: 'orange',
      variantAttachment: '{"hex":"#f60"}',
      reason: 'MATCH_EVALUATION_REASON',
      segmentKeys: ['colour'],
    });
  });

  test('the SDK evaluates a boolean', () => {
    expect(client.evaluateBoolean('banner', entityId, context)).toMatchObject({
      enabled: true,
      flagKey: 'banner',
      reason: 'DEFAULT_EVALUATION_REASON',
    });
  });

  test('the SDK evaluates a batch, in which a missing flag is an error of its own', () => {
    const requests = ['colour', 'banner', 'absent'].map((flagKey) => ({ ...dutch, flagKey }));
    expect(client.evaluateBatch(requests)).toMatchObject({
      responses: [
        { type: 'VARIANT_EVALUATION_RESPONSE_TYPE', variantEvaluationResponse: { variantKey: 'orange' } },
        { type: 'BOOLEAN_EVALUATION_RESPONSE_TYPE', booleanEvaluationResponse: { enabled: true } },
        { type: 'ERROR_EVALUATION_RESPONSE_TYPE', errorEvaluationResponse: { flagKey: 'absent' } },
      ],
    });
  });

  test('the SDK lists the flags', () => {
    expect(client.listFlags()).toContainEqual(
      expect.objectContaining({ key: 'parked', enabled: false, type: 'VARIANT_FLAG_TYPE' }),
    );
  });

  test.each(['evaluateVariant', 'evaluateBoolean'] as const)(
    'the SDK says that a flag is missing: %s',
    (evaluate) => {
      expect(() => client[evaluate]('absent', entityId, context)).toThrow(
        'failed to get flag information default/absent',
      );
    },
  );

  test('the SDK says that a flag is of the other type', () => {
    expect(() => client.evaluateVariant('banner', entityId, context)).toThrow('banner is not a variant flag');
    expect(() => client.evaluateBoolean('colour', entityId, context)).toThrow('colour is not a boolean flag');
  });

  test('the SDK reads another namespace', async () => {
    const shop = await open('shop');
    expect(shop.evaluateBoolean('banner', entityId, context)).toMatchObject({ enabled: false });
  });

  test('the SDK says that nobody answers', async () => {
    await expect(open('default', nowhere)).rejects.toThrow('fetch failed');
  });

  // It appends the tag it has to those it sent before, and sends the growing list.
  test('the SDK takes a snapshot once, and again after a write, whatever list of tags it sends', async () => {
    tap.clear();
    const watcher = await open();
    const changes = [await watcher.refresh(), await watcher.refresh()];
    await addFlag(server, { key: 'after-write', type: 'BOOLEAN_FLAG_TYPE' });
    changes.push(await watcher.refresh(), await watcher.refresh());
    expect(changes).toEqual([false, false, true, false]);
    expect(watcher.evaluateBoolean('after-write', entityId, context)).toMatchObject({ enabled: true });

    const [before, , , after] = tap.exchanges.map(({ received }) => received.etag);
    expect(tap.exchanges.map(({ status, sent }) => [status, sent['if-none-match']])).toEqual([
      [200, undefined],
      [304, before],
      [304, `${before}, ${before}`],
      [200, `${before}, ${before}, ${before}`],
      [304, `${before}, ${before}, ${before}, ${after}`],
    ]);
  });
});
