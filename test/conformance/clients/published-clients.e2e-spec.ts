import { jsonOf } from '../../support/http';
import { useServer } from '../../support/use-server';
import { replay } from '../replay';
import { readScenarios } from '../scenario';
import { evaluationSdks } from './evaluation-sdks';
import { goSdk } from './go-sdk';
import { engine, ofrepProviders } from './other-clients';
import { PublishedClientApi } from './published-client';

/** In each scenario that is replayed, how many requests the client can send; the others are sent as recorded. */
const written: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  [goSdk.name]: {
    ...{ namespaces: 21, flags: 43, segments: 29, constraints: 69, rules: 50, rollouts: 33, pagination: 18 },
    ...{ 'evaluate-batch': 16, 'evaluate-boolean': 80, 'evaluate-bucketing': 220, 'evaluate-errors': 28 },
    ...{ 'evaluate-legacy': 13, 'evaluate-operators': 238, 'evaluate-segments': 110 },
    ...{ ofrep: 14, snapshot: 20 },
  },
  'Python SDK': { ...evaluating(), flags: 11, pagination: 1 },
  'Java SDK': { ...evaluating(), flags: 11, pagination: 9 },
  'Rust SDK': { ...evaluating(), flags: 2, pagination: 9 },
  [engine.name]: { snapshot: 6 },
  ...Object.fromEntries(ofrepProviders.map(({ name }) => [name, { ofrep: 15 }])),
};

function evaluating(): Readonly<Record<string, number>> {
  return { 'evaluate-batch': 7, 'evaluate-boolean': 64, 'evaluate-errors': 13, 'evaluate-segments': 69 };
}

const server = useServer();

test.each([goSdk, ...evaluationSdks, engine, ...ofrepProviders])(
  '$name: what it sends is answered as the reference server did',
  async (client) => {
    const expected = written[client.name] ?? {};
    for (const scenario of readScenarios().filter(({ name }) => name in expected)) {
      const api = new PublishedClientApi(client, server);
      expect(await replay(api, scenario)).toStrictEqual(scenario.answers);
      expect([scenario.name, api.written]).toEqual([scenario.name, expected[scenario.name]]);
    }
  },
);

test('the parameters of Python’s list of flags, which it writes as one JSON text, are passed over', async () => {
  const path = '/api/v1/namespaces/default/flags';
  const answer = await server.send({ path: `${path}?${encodeURIComponent('{"limit":1}')}=` });
  expect([answer.status, jsonOf(answer)]).toEqual([200, jsonOf(await server.send({ path }))]);
});
