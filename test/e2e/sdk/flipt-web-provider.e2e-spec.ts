import { FliptWebProvider } from '@openfeature/flipt-web-provider';
import { ErrorCode, OpenFeature, StandardResolutionReasons, type Client } from '@openfeature/web-sdk';
import { addFlag } from '../../support/flags';
import { onServer } from '../../support/on-server';
import { createShowcase, dutchContext, nowhere } from './support/showcase';
import { useWireTap } from './support/wire-tap';

let clients = 0;

/** A client of the SDK, in a domain of its own, that has fetched its snapshot. */
async function openClient(url: string, namespace = 'default'): Promise<{ client: Client; domain: string }> {
  const domain = `domain-${clients++}`;
  await OpenFeature.setProviderAndWait(domain, new FliptWebProvider(namespace, { url }), dutchContext);
  return { client: OpenFeature.getClient(domain), domain };
}

const { DEFAULT, DISABLED, ERROR, TARGETING_MATCH } = StandardResolutionReasons;

beforeAll(() => {
  // The engine complains of how its own package calls it.
  jest.spyOn(console, 'warn').mockReturnValue();
});

afterEach(async () => OpenFeature.close());

onServer((server) => {
  const tap = useWireTap(server);
  let client: Client;
  let domain: string;

  beforeAll(async () => createShowcase(server));

  beforeEach(async () => {
    tap.clear();
    ({ client, domain } = await openClient(tap.url));
  });

  test('the SDK evaluates a variant as text, as a number, and as the object attached to it', () => {
    const answers = [
      client.getStringDetails('colour', 'none'),
      client.getNumberDetails('limit', 7),
      client.getObjectDetails('colour', {}),
    ];
    const values = ['orange', 42, { hex: '#f60' }];
    expect(answers).toMatchObject(values.map((value) => ({ value, reason: TARGETING_MATCH })));
  });

  // The provider calls every boolean a match.
  test('the SDK evaluates a boolean', () => {
    expect(client.getBooleanDetails('banner', false)).toMatchObject({ value: true, reason: TARGETING_MATCH });
  });

  test('the SDK gives the default when a flag is disabled, or has nothing for the entity', () => {
    expect(client.getStringDetails('parked', 'none')).toMatchObject({ value: 'none', reason: DISABLED });
    expect(client.getStringDetails('adult', 'none')).toMatchObject({ value: 'none', reason: DEFAULT });
  });

  test('the SDK gives the default when the flag is missing', () => {
    const missing = { reason: ERROR, errorCode: ErrorCode.GENERAL };
    expect(client.getBooleanDetails('absent', true)).toMatchObject({ ...missing, value: true });
    expect(client.getStringDetails('absent', 'none')).toMatchObject({ ...missing, value: 'none' });
  });

  test('the SDK gives the default when the flag is of another type', () => {
    expect(client.getBooleanDetails('colour', true)).toMatchObject({ value: true, reason: ERROR });
    expect(client.getStringDetails('banner', 'none')).toMatchObject({ value: 'none', reason: ERROR });
    expect(client.getNumberDetails('colour', 7)).toMatchObject({
      value: 7,
      errorCode: ErrorCode.TYPE_MISMATCH,
    });
  });

  test('the SDK reads another namespace', async () => {
    const { client: shop } = await openClient(tap.url, 'shop');
    expect(shop.getBooleanValue('banner', true)).toBe(false);
  });

  test('the SDK asks again when the context changes, and takes a snapshot after a write alone', async () => {
    await OpenFeature.setContext(domain, { targetingKey: 'me', age: 42 });
    expect(client.getStringValue('adult', 'none')).toBe('yes');
    await addFlag(server, { key: 'after-write', type: 'BOOLEAN_FLAG_TYPE' });
    expect(client.getBooleanValue('after-write', false)).toBe(false);
    await OpenFeature.setContext(domain, dutchContext);
    expect(client.getBooleanValue('after-write', false)).toBe(true);
    expect(tap.exchanges.map(({ status }) => status)).toEqual([200, 304, 200]);
  });
});

test('the SDK gives the default when nobody answers', async () => {
  await expect(openClient(nowhere)).rejects.toThrow('fetch failed');
  const client = OpenFeature.getClient(`domain-${clients - 1}`);
  expect(client.getBooleanDetails('banner', true)).toMatchObject({ value: true, reason: ERROR });
});
