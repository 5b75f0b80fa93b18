import { create, type DescMessage, type MessageInitShape } from '@bufbuild/protobuf';
import { flipt } from '@pennon/proto';
import { lawfulOnly } from '../rpc/request-checks';
import { type RpcCall } from '../rpc/rpc-call';

const { method } = flipt.Flipt;
const call = {} as RpcCall;

/** What a request is refused with; undefined if the handler gets it. */
function refusalOf<D extends DescMessage>(
  rpc: (typeof method)[keyof typeof method],
  schema: D,
  request: MessageInitShape<D>,
): string | undefined {
  const handler = jest.fn(() => create(schema));
  try {
    void lawfulOnly(rpc, handler)(create(schema, request), call);
  } catch (error) {
    expect(handler).not.toHaveBeenCalled();
    return (error as Error).message;
  }
  expect(handler).toHaveBeenCalledTimes(1);
  return undefined;
}

const ofFlag = (request: MessageInitShape<typeof flipt.CreateFlagRequestSchema>): string | undefined =>
  refusalOf(method.createFlag, flipt.CreateFlagRequestSchema, request);

it.each([
  [{ key: 'a', name: 'A' }, undefined],
  [{ name: 'A' }, 'invalid field key: must not be empty'],
  [{ key: 'a b' }, 'invalid field key: contains invalid characters'],
  [{ key: 'a' }, 'invalid field name: must not be empty'],
  [{ key: 'a', name: '🏁'.repeat(4096), description: 'd'.repeat(65_536) }, undefined],
  [{ key: 'a', name: 'n'.repeat(4097) }, 'invalid field name: must not be longer than 4096 characters'],
  [
    { key: 'a', name: 'A', description: 'd'.repeat(65_537) },
    'invalid field description: must not be longer than 65536 characters',
  ],
])('a flag is created, or refused: $1', (request, refusal) => {
  expect(ofFlag(request)).toBe(refusal);
});

it('a law holds for what is chosen from several, by its whole path', () => {
  const rollout = (
    rule: NonNullable<MessageInitShape<typeof flipt.CreateRolloutRequestSchema>['rule']>,
  ): string | undefined =>
    refusalOf(method.createRollout, flipt.CreateRolloutRequestSchema, { flagKey: 'a', rule });
  expect(rollout({ case: 'threshold', value: { percentage: 100 } })).toBeUndefined();
  expect(rollout({ case: 'threshold', value: { percentage: 101 } })).toBe(
    'invalid field threshold.percentage: must be within range [0, 100]',
  );
  expect(rollout({ case: 'segment', value: {} })).toBe(
    'invalid field segmentKey or segmentKeys: must not be empty',
  );
});

it.each([
  [{ limit: -1 }, 'invalid field limit: must not be negative'],
  [{ offset: -1 }, 'invalid field offset: must not be negative'],
  [{ offset: -1, pageToken: 'wins' }, undefined],
  [{}, undefined],
])('a list %j is read, or refused: %s', (request, refusal) => {
  expect(refusalOf(method.listFlags, flipt.ListFlagRequestSchema, request)).toBe(refusal);
});

it('the first law that is broken speaks', () => {
  expect(refusalOf(method.createRule, flipt.CreateRuleRequestSchema, {})).toBe(
    'invalid field flagKey: must not be empty',
  );
  expect(refusalOf(method.createRule, flipt.CreateRuleRequestSchema, { flagKey: 'a' })).toBe(
    'invalid field segmentKey or segmentKeys: must not be empty',
  );
  expect(
    refusalOf(method.createRule, flipt.CreateRuleRequestSchema, { flagKey: 'a', segmentKeys: ['s'] }),
  ).toBe('invalid field rank: must be greater than 0');
});

it('what is within a list is not held to the laws of a request', () => {
  expect(
    // oxlint-disable-next-line typescript/no-deprecated -- the one whose items have laws as requests
    refusalOf(method.batchEvaluate, flipt.BatchEvaluationRequestSchema, { requests: [{}] }),
  ).toBeUndefined();
});
