import { FliptProvider } from '@openfeature/flipt-provider';
import { ErrorCode, OpenFeature, StandardResolutionReasons, type Client } from '@openfeature/server-sdk';
import { onServer } from '../../support/on-server';
import { createShowcase, dutchContext, nowhere } from './support/showcase';

/** A client of the SDK on a provider of its own. */
async function openClient(url: string, namespace = 'default'): Promise<Client> {
  const domain = `${url} ${namespace}`;
  await OpenFeature.setProviderAndWait(domain, new FliptProvider(namespace, { url }));
  return OpenFeature.getClient(domain);
}

const { DEFAULT, DISABLED, ERROR, TARGETING_MATCH } = StandardResolutionReasons;

afterAll(async () => OpenFeature.close());

onServer((server) => {
  let client: Client;

  beforeAll(async () => {
    await createShowcase(server);
    client = await openClient(server.url);
  });

  test('the SDK evaluates a variant as text, as a number, and as the object attached to it', async () => {
    const answers = [
      await client.getStringDetails('colour', 'none', dutchContext),
      await client.getNumberDetails('limit', 7, dutchContext),
      await client.getObjectDetails('colour', {}, dutchContext),
    ];
    const values = ['orange', 42, { hex: '#f60' }];
    expect(answers).toMatchObject(values.map((value) => ({ value, reason: TARGETING_MATCH })));
  });

  // The provider calls every boolean a match.
  test('the SDK evaluates a boolean', async () => {
    expect(await client.getBooleanDetails('banner', false, dutchContext)).toMatchObject({
      value: true,
      reason: TARGETING_MATCH,
    });
  });

  test('the SDK gives the default when a flag is disabled, or has nothing for the entity', async () => {
    expect(await client.getStringDetails('parked', 'none', dutchContext)).toMatchObject({
      value: 'none',
      reason: DISABLED,
    });
    expect(await client.getStringDetails('colour', 'none', {})).toMatchObject({
      value: 'none',
      reason: DEFAULT,
    });
  });

  test('the SDK sends a context of values of any type', async () => {
    const context = { targetingKey: 'me', age: 42, isStaff: true, address: { city: 'Utrecht' } };
    expect(await client.getStringValue('adult', 'none', context)).toBe('yes');
  });

  test('the SDK gives the default when the flag is missing', async () => {
    const errorMessage = 'flag "default/absent" not found';
    const missing = { reason: ERROR, errorCode: ErrorCode.GENERAL, errorMessage };
    expect(await client.getBooleanDetails('absent', true)).toMatchObject({ ...missing, value: true });
    expect(await client.getStringDetails('absent', 'none')).toMatchObject({ ...missing, value: 'none' });
  });

  test('the SDK gives the default when the flag is of the other type', async () => {
    expect(await client.getBooleanDetails('colour', true, dutchContext)).toMatchObject({
      value: true,
      reason: ERROR,
      errorMessage: 'flag type VARIANT_FLAG_TYPE invalid',
    });
    expect(await client.getStringDetails('banner', 'none', dutchContext)).toMatchObject({
      value: 'none',
      reason: ERROR,
      errorMessage: 'flag type BOOLEAN_FLAG_TYPE invalid',
    });
  });

  test('the SDK gives the default when the variant is no number, or has no attachment', async () => {
    const mismatch = { reason: ERROR, errorCode: ErrorCode.TYPE_MISMATCH };
    expect(await client.getNumberDetails('colour', 7, dutchContext)).toMatchObject({ ...mismatch, value: 7 });
    expect(await client.getObjectDetails('limit', {}, dutchContext)).toMatchObject({
      ...mismatch,
      value: {},
    });
  });

  test('the SDK reads another namespace', async () => {
    const shop = await openClient(server.url, 'shop');
    expect(await shop.getBooleanValue('banner', true)).toBe(false);
    expect(await shop.getStringDetails('colour', 'none')).toMatchObject({
      value: 'none',
      errorMessage: 'flag "shop/colour" not found',
    });
  });
});

test('the SDK gives the default when nobody answers', async () => {
  const client = await openClient(nowhere);
  expect(await client.getBooleanDetails('banner', true)).toMatchObject({ value: true, reason: ERROR });
});
