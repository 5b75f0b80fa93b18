import { pennonAnalytics } from '@pennon/proto';
import { eventually } from '../../support/eventually';
import { addFlag, addTargetedFlag } from '../../support/flags';
import { GrpcClient } from '../../support/grpc-client';
import { jsonOf, jsonRequest } from '../../support/http';
import { useServer } from '../../support/use-server';

const { getValueCounts } = pennonAnalytics.CountService.method;

const server = useServer({
  PENNON_ANALYTICS_ENABLED: 'true',
  PENNON_ANALYTICS_BUFFER_FLUSH_PERIOD: '1s',
});

interface ValueCounts {
  readonly timestamps: readonly string[];
  readonly values: readonly { readonly value: string; readonly evaluations: readonly string[] }[];
  readonly others: readonly string[];
  readonly lastEvaluatedAt?: string;
}

async function evaluate(kind: 'boolean' | 'variant', flagKey: string, context: object = {}): Promise<void> {
  const body = { namespaceKey: 'default', flagKey, entityId: 'a', context };
  expect((await server.send(jsonRequest('POST', `/evaluate/v1/${kind}`, body))).status).toBe(200);
}

async function countsOf(flagKey: string, query = ''): Promise<ValueCounts> {
  const path = `/internal/v1/analytics/namespaces/default/flags/${flagKey}/values${query}`;
  const answer = await server.send({ path });
  expect(answer.status).toBe(200);
  return jsonOf(answer) as ValueCounts;
}

/** Evaluations within the span by value, in the order of the answer. */
function totalsOf({ values }: ValueCounts): readonly (readonly [string, number])[] {
  return values.map(({ value, evaluations }) => [
    value,
    evaluations.reduce((sum, one) => sum + Number(one), 0),
  ]);
}

beforeAll(async () => {
  await addFlag(server, { key: 'cart', type: 'BOOLEAN_FLAG_TYPE' });
  await addFlag(server, { key: 'off', type: 'BOOLEAN_FLAG_TYPE', enabled: false });
  await addTargetedFlag(server, {
    flagKey: 'colour',
    variantKey: 'blue',
    property: 'plan',
    value: 'gold',
  });
  for (const plan of ['gold', 'gold', 'none']) await evaluate('variant', 'colour', { plan });
  await evaluate('boolean', 'cart');
  await evaluate('boolean', 'off');
});

test('evaluations are told by variant, those without one too, and by boolean value', async () => {
  await eventually(async () => {
    expect(
      await Promise.all(['colour', 'cart', 'off'].map(async (key) => totalsOf(await countsOf(key)))),
    ).toEqual([
      [
        ['blue', 2],
        ['', 1],
      ],
      [['true', 1]],
      [['false', 1]],
    ]);
  });
});

test('spans and steps are those of all counts together, also over gRPC', async () => {
  const span = { from: '2026-01-01T00:00:00Z', to: '2026-01-01 04:00:00' };
  const path = '/internal/v1/analytics/namespaces/default/flags/colour';
  const query = `?from=${span.from}&to=${encodeURIComponent(span.to)}`;
  const together = jsonOf(await server.send({ path: path + query })) as ValueCounts;
  const { timestamps, values, others, lastEvaluatedAt } = await countsOf('colour', query);
  expect([timestamps.length, timestamps, values, others]).toEqual([48, together.timestamps, [], []]);
  const grpc = new GrpcClient(server.grpcAddress);
  const answer = await grpc.call(getValueCounts, { flagKey: 'colour' });
  grpc.close();
  expect(answer).toMatchObject({ message: { values: [{ value: 'blue' }, { value: '' }], others: [] } });
  // What lies outside the span does not hide when the flag was last evaluated.
  expect(Date.now() - Date.parse(lastEvaluatedAt ?? '')).toBeLessThan(10 * 60_000);
  expect(await countsOf('none')).not.toHaveProperty('lastEvaluatedAt');
  expect((await server.send({ path: `${path}/values?from=yesterday` })).status).toBe(400);
});
