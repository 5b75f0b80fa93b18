import { OFREPProvider } from '@openfeature/ofrep-provider';
import { ErrorCode, OpenFeature, StandardResolutionReasons, type Client } from '@openfeature/server-sdk';
import { addFlag } from '../../support/flags';
import { onServer } from '../../support/on-server';
import { useServer } from '../../support/use-server';
import { createShowcase, dutchContext, nowhere } from './support/showcase';

const { DEFAULT, DISABLED, ERROR, STATIC, TARGETING_MATCH, UNKNOWN } = StandardResolutionReasons;

/** A client of the SDK on a provider of its own. */
async function openClient(baseUrl: string, headers: Record<string, string> = {}): Promise<Client> {
  const domain = JSON.stringify([baseUrl, headers]);
  await OpenFeature.setProviderAndWait(domain, new OFREPProvider({ baseUrl, headers }));
  return OpenFeature.getClient(domain);
}

afterAll(async () => OpenFeature.close());

onServer((server) => {
  let client: Client;

  beforeAll(async () => {
    await createShowcase(server);
    client = await openClient(server.url);
  });

  test('the SDK evaluates a variant', async () => {
    expect(await client.getStringDetails('colour', 'none', dutchContext)).toMatchObject({
      value: 'orange',
      variant: 'orange',
      reason: TARGETING_MATCH,
      flagMetadata: { segments: 'colour', attachment: '{"hex":"#f60"}' },
    });
  });

  test('the SDK evaluates a variant flag that is disabled, or that has nothing for the entity', async () => {
    const nothing = { value: '', variant: '' };
    expect(await client.getStringDetails('parked', 'none', dutchContext)).toMatchObject({
      ...nothing,
      reason: DISABLED,
    });
    expect(await client.getStringDetails('colour', 'none', { targetingKey: 'me' })).toMatchObject({
      ...nothing,
      reason: UNKNOWN,
    });
  });

  test('the SDK evaluates a boolean', async () => {
    expect(await client.getBooleanDetails('banner', false, dutchContext)).toMatchObject({
      value: true,
      variant: 'true',
      reason: DEFAULT,
    });
  });

  test('the SDK evaluates without a context', async () => {
    expect(await client.getBooleanValue('banner', false)).toBe(true);
  });

  test.each([42, '42'])('the SDK sends a context of scalars of any type: %p', async (age) => {
    const context = { targetingKey: 'me', age, isStaff: true, nothing: null, since: new Date(0) };
    expect(await client.getStringValue('adult', 'none', context)).toBe('yes');
  });

  // The provider understands a refusal only if it has the flag's key, which Flipt's answer has not.
  test('the SDK gives the default when the context has an object', async () => {
    const context = { ...dutchContext, address: { city: 'Utrecht' } };
    expect(await client.getStringDetails('colour', 'none', context)).toMatchObject({
      value: 'none',
      reason: ERROR,
      errorCode: ErrorCode.GENERAL,
      errorMessage: 'The OFREP response does not match the expected format',
    });
  });

  test('the SDK gives the default when the flag is missing', async () => {
    const missing = { reason: ERROR, errorCode: ErrorCode.FLAG_NOT_FOUND };
    expect(await client.getBooleanDetails('absent', true)).toMatchObject({ ...missing, value: true });
    expect(await client.getStringDetails('absent', 'none')).toMatchObject({ ...missing, value: 'none' });
  });

  test('the SDK gives the default when the flag is of another type', async () => {
    const mismatch = { reason: ERROR, errorCode: ErrorCode.TYPE_MISMATCH };
    const answers = [
      await client.getBooleanDetails('colour', true, dutchContext),
      await client.getStringDetails('banner', 'none', dutchContext),
      await client.getNumberDetails('limit', 7, dutchContext),
      await client.getObjectDetails('colour', { no: 'colour' }, dutchContext),
    ];
    expect(answers).toMatchObject(
      [true, 'none', 7, { no: 'colour' }].map((value) => ({ ...mismatch, value })),
    );
  });

  test('the SDK reads the namespace that the header names', async () => {
    const shop = await openClient(server.url, { 'x-flipt-namespace': 'shop' });
    expect(await shop.getBooleanDetails('banner', true)).toMatchObject({ value: false, reason: DEFAULT });
    expect(await shop.getStringDetails('colour', 'none')).toMatchObject({
      value: 'none',
      errorCode: ErrorCode.FLAG_NOT_FOUND,
    });
  });
});

test('the SDK gives the default when nobody answers', async () => {
  const client = await openClient(nowhere);
  expect(await client.getBooleanDetails('banner', true)).toMatchObject({
    value: true,
    reason: ERROR,
    errorCode: ErrorCode.GENERAL,
  });
});

describe('in the dialect of OpenFeature', () => {
  const server = useServer({ PENNON_OFREP_DIALECT: 'openfeature' });

  beforeAll(async () => createShowcase(server));

  test.each(['parked', 'colour'])(
    'the SDK gives the default for a variant flag that is disabled, or that has nothing for the entity: %s',
    async (key) => {
      const client = await openClient(server.url);
      // The provider takes an answer without a value for a broken one, and gives the default all the same.
      expect(await client.getStringDetails(key, 'none', { targetingKey: 'me' })).toMatchObject({
        value: 'none',
        reason: ERROR,
        errorCode: ErrorCode.GENERAL,
      });
    },
  );

  test('the SDK tells the metadata of a flag', async () => {
    const metadata = { owner: 'payments', size: 2.5, old: false };
    await addFlag(server, { key: 'owned', type: 'BOOLEAN_FLAG_TYPE', metadata });
    const client = await openClient(server.url);
    expect(await client.getBooleanDetails('owned', false, dutchContext)).toMatchObject({
      value: true,
      reason: STATIC,
      flagMetadata: metadata,
    });
  });

  test('the SDK sends a context with an object', async () => {
    const client = await openClient(server.url);
    const context = { ...dutchContext, address: { city: 'Utrecht' } };
    expect(await client.getStringValue('colour', 'none', context)).toBe('orange');
  });
});
