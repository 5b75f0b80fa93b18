import { OFREPWebProvider, type OFREPWebProviderOptions } from '@openfeature/ofrep-web-provider';
import {
  ErrorCode,
  OpenFeature,
  ProviderEvents,
  StandardResolutionReasons,
  type Client,
  type EvaluationContext,
  type Provider,
} from '@openfeature/web-sdk';
import { addFlag } from '../../support/flags';
import { onServer } from '../../support/on-server';
import { useServer } from '../../support/use-server';
import { createShowcase, dutchContext } from './support/showcase';
import { useWireTap, type WireTap } from './support/wire-tap';

const POLL_INTERVAL_MS = 30;

const { DEFAULT, ERROR, TARGETING_MATCH } = StandardResolutionReasons;

let domains = 0;

/** A domain that no other test uses. */
function newDomain(): string {
  return `domain-${domains++}`;
}

/** Sets a provider for a domain, which fetches all flags for the context, and returns a client of the SDK on it. */
async function openClient(
  options: OFREPWebProviderOptions,
  { context = dutchContext, domain = newDomain() }: { context?: EvaluationContext; domain?: string } = {},
): Promise<Client> {
  // Its types are not written for exact optional properties.
  const provider = new OFREPWebProvider(options) as Provider;
  await OpenFeature.setProviderAndWait(domain, provider, context);
  return OpenFeature.getClient(domain);
}

/** Status, and the tag that was sent, of all that was heard. */
function tagsOf({ exchanges }: WireTap): readonly (readonly [number, string | undefined])[] {
  return exchanges.map(({ status, sent }) => [status, sent['if-none-match']] as const);
}

afterEach(async () => {
  Reflect.deleteProperty(globalThis, 'localStorage');
  await OpenFeature.close();
});

onServer((server) => {
  const tap = useWireTap(server);

  beforeAll(async () => createShowcase(server));

  beforeEach(() => {
    tap.clear();
  });

  test('the SDK evaluates all flags at once, variants and booleans', async () => {
    const client = await openClient({ baseUrl: tap.url });
    expect(client.getStringDetails('colour', 'none')).toMatchObject({
      value: 'orange',
      variant: 'orange',
      reason: TARGETING_MATCH,
      flagMetadata: { segments: 'colour', attachment: '{"hex":"#f60"}' },
    });
    expect(client.getBooleanDetails('banner', false)).toMatchObject({
      value: true,
      variant: 'true',
      reason: DEFAULT,
    });
    expect(tap.exchanges).toMatchObject([{ request: 'POST /ofrep/v1/evaluate/flags', status: 200 }]);
  });

  test.each(['absent', 'parked'])(
    'the SDK gives the default for a flag that is missing or disabled: %s',
    async (key) => {
      const client = await openClient({ baseUrl: tap.url });
      expect(client.getStringDetails(key, 'none')).toMatchObject({
        value: 'none',
        reason: ERROR,
        errorCode: ErrorCode.FLAG_NOT_FOUND,
      });
    },
  );

  test('the SDK gives the default when the flag is of another type', async () => {
    const client = await openClient({ baseUrl: tap.url });
    const mismatch = { reason: ERROR, errorCode: ErrorCode.TYPE_MISMATCH };
    const answers = [
      client.getBooleanDetails('colour', true),
      client.getStringDetails('banner', 'none'),
      client.getNumberDetails('limit', 7),
      client.getObjectDetails('colour', { no: 'colour' }),
    ];
    expect(answers).toMatchObject(
      [true, 'none', 7, { no: 'colour' }].map((value) => ({ ...mismatch, value })),
    );
  });

  test('the SDK reads the namespace that the header names', async () => {
    const headers: [string, string][] = [['x-flipt-namespace', 'shop']];
    const client = await openClient({ baseUrl: tap.url, headers });
    expect(client.getBooleanValue('banner', true)).toBe(false);
    expect(client.getStringValue('colour', 'none')).toBe('none');
  });

  test('the SDK asks again when the context changes, and is not told that nothing did', async () => {
    const domain = newDomain();
    const context = { targetingKey: 'me', age: 41 };
    const client = await openClient({ baseUrl: tap.url }, { domain, context });
    expect(client.getStringValue('adult', 'none')).toBe('');
    await OpenFeature.setContext(domain, { ...context, age: 42 });
    expect(client.getStringValue('adult', 'none')).toBe('yes');
    const [first] = tap.exchanges;
    expect(tagsOf(tap)).toEqual([
      [200, undefined],
      [200, first?.received.etag],
    ]);
  });

  test('the SDK starts from the flags that the browser keeps, and is told that they hold', async () => {
    const kept = new Map<string, string>();
    const localStorage = {
      getItem: (key: string): string | undefined => kept.get(key),
      setItem: (key: string, value: string) => kept.set(key, value),
    };
    Object.assign(globalThis, { localStorage });
    const domain = newDomain();
    await openClient({ baseUrl: tap.url }, { domain });
    const client = await openClient({ baseUrl: tap.url }, { domain });
    expect(client.getStringDetails('colour', 'none')).toMatchObject({ value: 'orange', reason: 'CACHED' });
    await tap.hear(2);
    const [first] = tap.exchanges;
    expect(tagsOf(tap)).toEqual([
      [200, undefined],
      [304, first?.received.etag],
    ]);
  });

  test('the SDK cannot start when the context names a flag that is missing', async () => {
    const context = { ...dutchContext, flags: 'colour,absent' };
    await expect(openClient({ baseUrl: tap.url }, { context })).rejects.toThrow('404');
  });

  // The last one: a request may still be under way when it ends.
  test('the SDK, when it polls, is told that nothing changed, and picks up a change', async () => {
    const client = await openClient({ baseUrl: tap.url, pollInterval: POLL_INTERVAL_MS });
    await tap.hear(3);
    const changed = new Promise<readonly string[] | undefined>((resolve) => {
      client.addHandler(ProviderEvents.ConfigurationChanged, (event) => {
        resolve(event?.flagsChanged);
      });
    });
    const key = 'after-poll';
    await addFlag(server, { key, type: 'BOOLEAN_FLAG_TYPE' });
    expect(await changed).toEqual([key]);
    expect(client.getBooleanValue(key, false)).toBe(true);
    await tap.hear(tap.exchanges.length + 2);

    const answered = tap.exchanges.map(({ status, received }) => ({ status, tag: received.etag }));
    const [before, after] = answered.filter(({ status }) => status === 200).map(({ tag }) => tag);
    expect(before).toBeDefined();
    expect(after).not.toBe(before);
    expect(answered.filter(({ status }) => status !== 200 && status !== 304)).toEqual([]);
    expect(answered.at(-1)).toEqual({ status: 304, tag: after });
    expect(tap.exchanges.map(({ sent }) => sent['if-none-match'])).toEqual([
      undefined,
      ...answered.slice(0, -1).map(({ tag }) => tag),
    ]);
  });
});

describe('in the dialect of OpenFeature', () => {
  const server = useServer({ PENNON_OFREP_DIALECT: 'openfeature' });

  beforeAll(async () => createShowcase(server));

  test.each([
    ['parked', 'DISABLED'],
    ['colour', 'UNKNOWN'],
  ])('the SDK gives the default, and the reason, for a flag without a value: %s', async (key, reason) => {
    const client = await openClient({ baseUrl: server.url }, { context: { targetingKey: 'me' } });
    const details = client.getStringDetails(key, 'none');
    expect(details).toMatchObject({ value: 'none', reason });
    expect([details.errorCode, details.variant]).toEqual([undefined, undefined]);
  });

  test('the SDK gives the default for a missing flag that the context names, and all others their values', async () => {
    const context = { ...dutchContext, flags: ['colour', 'absent'] };
    const client = await openClient({ baseUrl: server.url }, { context });
    expect(client.getStringValue('colour', 'none')).toBe('orange');
    expect(client.getStringDetails('absent', 'none')).toMatchObject({
      value: 'none',
      errorCode: ErrorCode.FLAG_NOT_FOUND,
      errorMessage: 'flag was not found absent',
    });
  });
});
