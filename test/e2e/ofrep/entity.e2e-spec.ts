import { addFlag } from '../../support/flags';
import { jsonOf, jsonRequest } from '../../support/http';
import { onServer } from '../../support/on-server';
import { bulkRequest, flagRequest } from './requests';

/** How often an entity asks. That all of so many coins fall on one side does not happen. */
const CALLS = 100;

onServer((server) => {
  beforeAll(async () => {
    await addFlag(server, { key: 'half', type: 'BOOLEAN_FLAG_TYPE', enabled: false });
    const rollout = { rank: 1, threshold: { percentage: 50, value: true } };
    const path = '/api/v1/namespaces/default/flags/half/rollouts';
    expect((await server.send(jsonRequest('POST', path, rollout))).status).toBe(200);
  });

  async function valueFor(context: object): Promise<boolean> {
    return (jsonOf(await server.send(flagRequest('half', context))) as { value: boolean }).value;
  }

  async function bulkValueFor(context: object): Promise<boolean | undefined> {
    const { flags } = jsonOf(await server.send(bulkRequest(context))) as { flags: { value: boolean }[] };
    return flags[0]?.value;
  }

  /** What `evaluate` says of the same entity, by its id. */
  async function valueOfEntity(entityId: string): Promise<boolean> {
    const request = { flagKey: 'half', entityId };
    const answer = await server.send(jsonRequest('POST', '/evaluate/v1/boolean', request));
    return (jsonOf(answer) as { enabled: boolean }).enabled;
  }

  test('the targeting key is the entity id, also when it is empty', async () => {
    const ids = ['', ...Array.from({ length: CALLS }, (_, index) => `user-${index}`)];
    const values = await Promise.all(ids.map(async (targetingKey) => valueFor({ targetingKey })));
    const bulkValues = await Promise.all(ids.map(async (targetingKey) => bulkValueFor({ targetingKey })));
    const expected = await Promise.all(ids.map(valueOfEntity));
    expect([values, bulkValues]).toEqual([expected, expected]);
    expect(new Set(expected)).toEqual(new Set([true, false]));
  });

  test.each([
    ['one flag', valueFor],
    ['a bulk of flags', bulkValueFor],
  ])('without a targeting key every call for %s is of another entity', async (_, ask) => {
    const values = await Promise.all(Array.from({ length: CALLS }, async () => ask({ plan: 'pro' })));
    expect(new Set(values)).toEqual(new Set([true, false]));
  });
});
