import { jsonOf } from '../../support/http';
import { onServer } from '../../support/on-server';
import { outcomeOf } from '../../support/outcome';
import { prepare } from './prepare';
import { readEvaluationScenarios, requestOf } from './scenarios';
import { inOrder, unmask } from './unmask';

const scenarios = readEvaluationScenarios();

/** Where another answer is better than the reference server's: numbers become text. */
const lenient = 'ofrep number in context';

/** Sends back the tag of an earlier answer. */
const conditional = 'snapshot conditional hit';

const special = scenarios.cases.filter(({ name }) => name === lenient || name === conditional);
const cases = scenarios.cases.filter((scenario) => !special.includes(scenario));

test('no case is lost', () => {
  expect([scenarios.cases.length, cases.length, special.length]).toEqual([143, 141, 2]);
});

onServer((server) => {
  beforeAll(() => prepare(server, scenarios.setup));

  test.each(cases)('answers as the reference server did: $name', async (scenario) => {
    const answer = await server.send(requestOf(scenario));
    const { status, headers } = answer;
    expect({ status, contentType: headers['content-type'], json: inOrder(jsonOf(answer)) }).toEqual({
      ...scenario.expect,
      json: unmask(scenario.expect.json),
    });
  });

  test.each(special.filter(({ name }) => name === conditional))(
    'answers as the reference server did: $name',
    async ({ request, expect: { status } }) => {
      const first = await server.send({ path: request.path });
      const etag = String(first.headers.etag);
      const second = await server.send({ path: request.path, headers: { 'If-None-Match': etag } });
      expect([second.status, second.headers.etag, second.body.length]).toEqual([status, etag, 0]);
    },
  );

  test.each(special.filter(({ name }) => name === lenient))(
    'answers where the reference server refused: $name',
    async (scenario) => {
      expect(outcomeOf(await server.send(requestOf(scenario)))).toMatchObject({
        status: 200,
        json: { key: 'bool-on', value: true },
      });
    },
  );
});
