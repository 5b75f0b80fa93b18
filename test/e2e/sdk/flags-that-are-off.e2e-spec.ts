import { FliptClient } from '@flipt-io/flipt';
import { ErrorStrategy, FliptEvaluationClient } from '@flipt-io/flipt-client';
import { FliptProvider } from '@openfeature/flipt-provider';
import { FliptWebProvider } from '@openfeature/flipt-web-provider';
import { OFREPProvider } from '@openfeature/ofrep-provider';
import { OFREPWebProvider } from '@openfeature/ofrep-web-provider';
import { OpenFeature, type Provider } from '@openfeature/server-sdk';
import { OpenFeature as WebOpenFeature, type Provider as WebProvider } from '@openfeature/web-sdk';
import { fliptEvaluation, fliptOfrep } from '@pennon/proto';
import { addFlag, addTargetedFlag } from '../../support/flags';
import { useGrpcClient } from '../../support/grpc-use-client';
import { jsonOf, jsonRequest } from '../../support/http';
import { onServer } from '../../support/on-server';
import { libraries, useFliptClientJs } from './support/flipt-client-js';
import { dutch, dutchContext } from './support/showcase';

const { boolean, variant } = fliptEvaluation.EvaluationService.method;
const { evaluateFlag } = fliptOfrep.OFREPService.method;

const { entityId, context } = dutch;
const banner = { ...dutch, namespaceKey: 'default', flagKey: 'banner' };
const colour = { ...banner, flagKey: 'colour' };

/** What a client says of the flags `banner` and `colour`; an empty text where it has no variant to tell. */
type Answers = readonly [banner: unknown, colour: unknown];

const on: Answers = [true, 'orange'];
const off: Answers = [false, ''];

let domains = 0;

async function askProvider(provider: Provider): Promise<Answers> {
  const domain = `domain-${domains++}`;
  await OpenFeature.setProviderAndWait(domain, provider);
  const client = OpenFeature.getClient(domain);
  return [
    await client.getBooleanValue('banner', true, dutchContext),
    await client.getStringValue('colour', '', dutchContext),
  ];
}

async function askWebProvider(provider: WebProvider): Promise<Answers> {
  const domain = `domain-${domains++}`;
  await WebOpenFeature.setProviderAndWait(domain, provider, dutchContext);
  const client = WebOpenFeature.getClient(domain);
  return [client.getBooleanValue('banner', true), client.getStringValue('colour', '')];
}

function askEngine(client: FliptEvaluationClient): Answers {
  return [
    client.evaluateBoolean('banner', entityId, context).enabled,
    client.evaluateVariant('colour', entityId, context).variantKey,
  ];
}

beforeAll(() => {
  // The engine complains of how its own package calls it.
  jest.spyOn(console, 'warn').mockReturnValue();
});

afterAll(async () => {
  await OpenFeature.close();
  await WebOpenFeature.close();
});

onServer((server) => {
  const grpc = useGrpcClient(server);
  const sdk = useFliptClientJs();

  /** Flags whose answers come from a rollout and a rule, so that a switch alone would not turn them off. */
  beforeAll(async () => {
    await addFlag(server, { key: 'banner', type: 'BOOLEAN_FLAG_TYPE' });
    await post('/api/v1/namespaces/default/flags/banner/rollouts', {
      rank: 1,
      threshold: { percentage: 100, value: true },
    });
    await addTargetedFlag(server, { flagKey: 'colour', variantKey: 'orange' });
  });

  async function post(path: string, body: object): Promise<Readonly<Record<string, unknown>>> {
    const answer = await server.send(jsonRequest('POST', path, body));
    expect(answer.status).toBe(200);
    return jsonOf(answer) as Readonly<Record<string, unknown>>;
  }

  async function turn(isOff: boolean): Promise<void> {
    const flags = ['banner', 'colour'].map((key) => ({ key, off: isOff }));
    await post('/api/v1/namespaces/default/changes', { edits: { flags } });
  }

  test.each<readonly [string, () => Promise<Answers>]>([
    [
      'HTTP',
      async () => [
        (await post('/evaluate/v1/boolean', banner)).enabled,
        (await post('/evaluate/v1/variant', colour)).variantKey,
      ],
    ],
    [
      'gRPC',
      async () => {
        const [first, second] = [await grpc().call(boolean, banner), await grpc().call(variant, colour)];
        return [
          'message' in first && first.message.enabled,
          'message' in second && second.message.variantKey,
        ];
      },
    ],
    [
      'OFREP over gRPC',
      async () => {
        const valueOf = async (key: string): Promise<unknown> => {
          const answer = await grpc().call(evaluateFlag, { key, context: { targetingKey: 'me' } });
          return 'message' in answer && answer.message.variant;
        };
        return [(await valueOf('banner')) === 'true', await valueOf('colour')];
      },
    ],
    [
      '@flipt-io/flipt',
      async () => {
        const { evaluation } = new FliptClient({ url: server.url });
        return [(await evaluation.boolean(banner)).enabled, (await evaluation.variant(colour)).variantKey];
      },
    ],
    [
      '@flipt-io/flipt-client',
      async () =>
        askEngine(
          await FliptEvaluationClient.init('default', {
            url: server.url,
            errorStrategy: ErrorStrategy.Fail,
          }),
        ),
    ],
    ...libraries.map((library): readonly [string, () => Promise<Answers>] => [
      library,
      async () => {
        const client = await sdk.open(library, 'node', { url: server.url });
        const first = (await client.evaluateBoolean(banner)) as { readonly enabled: unknown };
        const second = (await client.evaluateVariant(colour)) as { readonly variantKey: unknown };
        await client.close();
        return [first.enabled, second.variantKey];
      },
    ]),
    [
      '@openfeature/flipt-provider',
      async () => askProvider(new FliptProvider('default', { url: server.url })),
    ],
    ['@openfeature/ofrep-provider', async () => askProvider(new OFREPProvider({ baseUrl: server.url }))],
    [
      '@openfeature/flipt-web-provider',
      async () => askWebProvider(new FliptWebProvider('default', { url: server.url })),
    ],
    [
      '@openfeature/ofrep-web-provider',
      // Its types are not written for exact optional properties.
      async () => askWebProvider(new OFREPWebProvider({ baseUrl: server.url }) as WebProvider),
    ],
  ])('a flag that is off is off for %s, and on again afterwards', async (_, ask) => {
    expect(await ask()).toEqual(on);
    await turn(true);
    expect(await ask()).toEqual(off);
    await turn(false);
    expect(await ask()).toEqual(on);
  });

  test('a client that evaluates by itself hears of both when it refreshes', async () => {
    const { url } = server;
    const client = await FliptEvaluationClient.init('default', { url, errorStrategy: ErrorStrategy.Fail });
    await turn(true);
    expect([await client.refresh(), askEngine(client)]).toEqual([true, off]);
    await turn(false);
    expect([await client.refresh(), askEngine(client)]).toEqual([true, on]);
  });
});
