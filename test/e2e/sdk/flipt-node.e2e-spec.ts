import { FliptClient } from '@flipt-io/flipt';
import { addFlag, addTargetedFlag } from '../../support/flags';
import { onEachLane } from '../../support/lanes';

const dutch = { namespaceKey: 'default', entityId: 'me', context: { country: 'NL' } };

onEachLane((server) => {
  let client: FliptClient;

  beforeAll(async () => {
    client = new FliptClient({ url: server.url });
    await addFlag(server, { key: 'banner', type: 'BOOLEAN_FLAG_TYPE' });
    await addTargetedFlag(server, {
      flagKey: 'colour',
      variantKey: 'orange',
      attachment: '{"hex": "#f60"}',
      property: 'country',
      value: 'NL',
    });
  });

  test('the SDK evaluates a variant', async () => {
    expect(await client.evaluation.variant({ ...dutch, flagKey: 'colour' })).toMatchObject({
      match: true,
      variantKey: 'orange',
      variantAttachment: '{"hex":"#f60"}',
      reason: 'MATCH_EVALUATION_REASON',
      segmentKeys: ['colour'],
    });
  });

  test('the SDK evaluates a boolean', async () => {
    expect(await client.evaluation.boolean({ ...dutch, flagKey: 'banner' })).toMatchObject({
      enabled: true,
      flagKey: 'banner',
      reason: 'DEFAULT_EVALUATION_REASON',
    });
  });

  test('the SDK evaluates a batch, and its request id comes back', async () => {
    const requests = ['colour', 'banner', 'absent'].map((flagKey) => ({ ...dutch, flagKey }));
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
    await expect(client.evaluation[type]({ ...dutch, flagKey: 'absent' })).rejects.toThrow(
      'flag "default/absent" not found',
    );
  });

  test('the SDK says that a flag is of the other type', async () => {
    await expect(client.evaluation.variant({ ...dutch, flagKey: 'banner' })).rejects.toThrow(
      'flag type BOOLEAN_FLAG_TYPE invalid',
    );
  });

  test('the SDK lists flags page by page', async () => {
    const first = await client.flags.listFlags('default', { limit: 1 });
    expect(first).toMatchObject({ flags: [{ key: 'banner' }], totalCount: 2 });
    const second = await client.flags.listFlags('default', { limit: 1, pageToken: first.nextPageToken });
    expect(second).toMatchObject({
      flags: [{ key: 'colour', variants: [{ key: 'orange' }] }],
      nextPageToken: '',
    });
  });
});
