import { status } from '@grpc/grpc-js';
import { messageToJson } from '@pennon/api';
import { fliptEvaluation, pennonExplain } from '@pennon/proto';
import { GrpcClient } from '../../support/grpc-client';
import { jsonOf, jsonRequest } from '../../support/http';
import { outcomeOf } from '../../support/outcome';
import { onServerAndWorkers } from '../../support/on-server';
import { prepare } from '../evaluation-scenarios/prepare';
import { readEvaluationScenarios, requestOf } from '../evaluation-scenarios/scenarios';
import { inOrder, unmask } from '../evaluation-scenarios/unmask';
import { explainRequest, likeEvaluation, resultIn, resultOf } from './explanation';
import { questionsOf } from './questions';

const scenarios = readEvaluationScenarios();

/** Evaluations of one flag, whose bodies the explainer takes as they are. */
const single = scenarios.cases.filter(
  ({ request: { method, path } }) => method === 'POST' && /^\/evaluate\/v1\/(boolean|variant)\/?$/.test(path),
);
/** A flag of the other type is no mistake here: the explainer takes both. */
const ofOtherType = single.filter(({ expect: { json } }) =>
  /flag type \w+ invalid/.test(JSON.stringify(json)),
);
const questions = questionsOf(scenarios.cases);

test('no case is lost', () => {
  expect([single.length, ofOtherType.length, questions.length]).toEqual([79, 2, 89]);
});

/** What a refused explanation tells programs. */
const reason = {
  '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
  ...{ domain: 'pennon', reason: expect.stringMatching(/^[A-Z_]+$/), metadata: expect.any(Object) },
};

onServerAndWorkers((server) => {
  let client: GrpcClient;

  beforeAll(async () => {
    await prepare(server, scenarios.setup);
    client = new GrpcClient(server.grpcAddress);
  });

  afterAll(() => {
    client.close();
  });

  describe('an explanation ends in what the reference server answered', () => {
    test.each(single.filter((scenario) => !ofOtherType.includes(scenario)))('$name', async (scenario) => {
      const answer = await server.send({ ...requestOf(scenario), path: '/evaluate/v1/explain' });
      const { json, ...rest } = scenario.expect;
      expect({ ...outcomeOf(answer), json: inOrder(resultIn(answer)) }).toEqual({
        ...rest,
        // An error of this call tells its reason, which an evaluation does not.
        json: rest.status < 400 ? unmask(json) : { ...(unmask(json) as object), details: [reason] },
      });
    });

    test.each(ofOtherType)(
      'or in what the flag is, where it is of the other type: $name',
      async (scenario) => {
        const answer = await server.send({ ...requestOf(scenario), path: '/evaluate/v1/explain' });
        expect(answer.status).toBe(200);
      },
    );
  });

  describe('explanation and evaluation agree, on both doors', () => {
    test.each(questions)('$namespaceKey/$flagKey for "$entityId" with $context', async (question) => {
      const batch = { requests: [question] };
      const evaluated = jsonOf(await server.send(jsonRequest('POST', '/evaluate/v1/batch', batch)));
      const { responses } = evaluated as { responses: Record<string, object>[] };
      const { variantResponse, booleanResponse } = responses[0] ?? {};
      const evaluation = variantResponse ?? booleanResponse;

      const explained = await server.send(explainRequest(question));
      const explainedByGrpc = await client.call(pennonExplain.ExplainService.method.explain, question);
      const evaluatedByGrpc = await client.call(fliptEvaluation.EvaluationService.method.batch, batch);

      if (evaluation === undefined) {
        expect(explained.status).toBe(404);
        expect(explainedByGrpc).toMatchObject({ code: status.NOT_FOUND });
        return;
      }
      expect(resultIn(explained)).toEqual(likeEvaluation(evaluation));
      if (!('message' in explainedByGrpc) || !('message' in evaluatedByGrpc)) throw new Error('no message');
      const json = messageToJson(pennonExplain.ExplainResponseSchema, explainedByGrpc.message, false);
      expect(resultOf(JSON.parse(json))).toEqual(likeEvaluation(evaluation));
      const { response } = evaluatedByGrpc.message.responses[0] ?? {};
      expect(response?.case).toBe(`${explainedByGrpc.message.explanation.case}Response`);
    });
  });
});
