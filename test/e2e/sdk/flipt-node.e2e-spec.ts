import { FliptClient } from '@flipt-io/flipt';
import { onServer } from '../../support/on-server';
import { createShowcase, dutch, nowhere } from './support/showcase';

const me = { ...dutch, namespaceKey: 'default' };

onServer((server) => {
  let client: FliptClient;

  beforeAll(async () => {
    client = new FliptClient({ url: server.url });
    await createShowcase(server);
  });

  test('the SDK evaluates a variant', async () => {
    expect(await client.evaluation.variant({ ...me, flagKey: 'colour' })).toMatchObject({
      match: true,
      variantKey: 'orange',
      variantAttachment: '{"hex":"#f60"}',
      reason: 'MATCH_EVALUATION_REASON',
      segmentKeys: ['colour'],
    });
  });

  test('the SDK evaluates a boolean', async () => {
    expect(await client.evaluation.boolean({ ...me, flagKey: 'banner' })).toMatchObject({
      enabled: true,
      flagKey: 'banner',
      reason: 'DEFAULT_EVALUATION_REASON',
    });
  });

  test('the SDK evaluates a batch, and its request id comes back', async () => {
    const requests = ['colour', 'banner', 'absent'].map((flagKey) => ({ ...me, flagKey }));
    expect(await client.evaluation.batch({ request_id: 'mine', requests })).toMatchObject({
      requestId: 'mine',
      responses: [
        { type: 'VARIANT_EVALUATION_RESPONSE_TYPE', variantResponse: { variantKey: 'orange' } },
        { type: 'BOOLEAN_EVALUATION_RESPONSE_TYPE', booleanResponse: { enabled: true } },
        { type: 'ERROR_EVALUATION_RESPONSE_TYPE', errorResponse: { flagKey: 'absent' } },
      ],
    });
  });

  test.each(['variant', 'boolean'] as const)('the SDK says that a flag is missing: %s', async (type) => {
    await expect(client.evaluation[type]({ ...me, flagKey: 'absent' })).rejects.toThrow(
      'flag "default/absent" not found',
    );
  });

  test('the SDK says that a flag is of the other type', async () => {
    await expect(client.evaluation.variant({ ...me, flagKey: 'banner' })).rejects.toThrow(
      'flag type BOOLEAN_FLAG_TYPE invalid',
    );
    await expect(client.evaluation.boolean({ ...me, flagKey: 'colour' })).rejects.toThrow(
      'flag type VARIANT_FLAG_TYPE invalid',
    );
  });

  test('the SDK reads another namespace', async () => {
    const elsewhere = { ...me, namespaceKey: 'shop' };
    expect(await client.evaluation.boolean({ ...elsewhere, flagKey: 'banner' })).toMatchObject({
      enabled: false,
    });
    await expect(client.evaluation.variant({ ...elsewhere, flagKey: 'colour' })).rejects.toThrow(
      'flag "shop/colour" not found',
    );
  });

  test('the SDK lists flags page by page', async () => {
    const first = await client.flags.listFlags('default', { limit: 1 });
    expect(first).toMatchObject({ flags: [{ key: 'banner' }], totalCount: 5 });
    const second = await client.flags.listFlags('default', { limit: 4, pageToken: first.nextPageToken });
    expect(second).toMatchObject({
      flags: [
        { key: 'colour', variants: [{ key: 'orange' }] },
        { key: 'limit' },
        { key: 'adult' },
        { key: 'parked' },
      ],
      nextPageToken: '',
    });
  });
});

test('the SDK says that nobody answers', async () => {
  const { evaluation } = new FliptClient({ url: nowhere });
  await expect(evaluation.boolean({ ...me, flagKey: 'banner' })).rejects.toThrow('fetch failed');
});
