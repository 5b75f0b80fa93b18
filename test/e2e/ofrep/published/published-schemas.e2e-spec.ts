import { bearing, BOOTSTRAP_TOKEN, authEnv } from '../../../support/auth-server';
import { eventually } from '../../../support/eventually';
import { jsonOf, type Answer, type Request } from '../../../support/http';
import { useTiers } from '../../../support/use-tiers';
import { type SharedServer } from '../../../support/use-server';
import { AnswerCheck, documentOf } from '../../openapi/document';
import { bulkRequest, flagRequest } from '../requests';
import { addPublishedFlags, answersByKey, context } from './flags-of-every-kind';
import { problemsOf, problemsWith, type OfrepRoute } from './published-schemas';

const keys = Object.keys(answersByKey);
const allAnswers = Object.values(answersByKey);
const missing = { key: 'none', errorCode: 'FLAG_NOT_FOUND', errorDetails: 'flag was not found none' };

const path = '/ofrep/v1/evaluate/flags';

/** Bodies that hold no context, and what is wrong with them. */
const broken: readonly string[] = [
  '{"context":"x"}',
  '{"context":[]}',
  '{"context":5}',
  '{"context":',
  '[]',
  '"x"',
];

/** How many refused credentials an address may show within a minute. */
const FAILURES = 3;

/** An answer that is good by the published schemas, as JSON. */
function expectGood(route: OfrepRoute, answer: Answer, status: number): unknown {
  expect([problemsOf(route, answer), answer.status]).toEqual([[], status]);
  return jsonOf(answer);
}

describe('answers are those of OFREP 0.3.0', () => {
  const both = {
    ...authEnv,
    PENNON_OFREP_DIALECT: 'openfeature',
    PENNON_AUTHENTICATION_RATE_LIMIT_FAILURES: `${FAILURES}`,
  };
  const tiers = useTiers({ both });

  beforeAll(async () => {
    await addPublishedFlags(bearing(tiers.writer, BOOTSTRAP_TOKEN));
  });

  test('and those of the OpenAPI document of the server', async () => {
    const api = bearing(tiers.writer, BOOTSTRAP_TOKEN);
    const check = new AnswerCheck(await documentOf(api));
    for (const key of keys) {
      const answer = await api.send(flagRequest(key, context));
      expect(check.problemsOf('POST /ofrep/v1/evaluate/flags/{key}', answer)).toEqual([]);
    }
    const bulk = await api.send(bulkRequest({ ...context, flags: [...keys, 'none'] }));
    expect(check.problemsOf('POST /ofrep/v1/evaluate/flags', bulk)).toEqual([]);
    const refused = await api.send({ path: `${path}/on`, body: '[]' });
    expect([refused.status, check.problemsOfError('OfrepError', refused)]).toEqual([400, []]);
  });

  describe.each([
    ['writer', tiers.writer],
    ['reader', tiers.reader],
  ])('of the %s', (_tier, server: SharedServer) => {
    const send = async (request: Request): Promise<Answer> => bearing(server, BOOTSTRAP_TOKEN).send(request);

    beforeAll(async () => {
      await eventually(async () => {
        expect(jsonOf(await send(bulkRequest(context)))).toMatchObject({ flags: { length: keys.length } });
      });
    });

    test.each(Object.entries(answersByKey))('for the flag %s', async (key, expected) => {
      expect(expectGood('single', await send(flagRequest(key, context)), 200)).toEqual(expected);
    });

    test('for all flags, with those that are disabled or match nothing', async () => {
      const answer = await send(bulkRequest(context));
      expect(expectGood('bulk', answer, 200)).toEqual({ flags: allAnswers });
      const { etag = '' } = answer.headers;
      const held = await send(bulkRequest(context, { 'If-None-Match': etag }));
      expect([problemsOf('bulk', held), held.status, held.body.length]).toEqual([[], 304, 0]);
    });

    test('for named flags, one of them missing', async () => {
      const answer = await send(bulkRequest({ ...context, flags: 'on,none,parked' }));
      const flags = [answersByKey.on, missing, answersByKey.parked];
      expect(expectGood('bulk', answer, 200)).toEqual({ flags });
    });

    test.each(['none', 'a%2Fb', 'x'.repeat(300)])('for the missing flag %s', async (key) => {
      const answer = expectGood('single', await send(flagRequest(key, context)), 404);
      expect(answer).toMatchObject({ key: decodeURIComponent(key), errorCode: 'FLAG_NOT_FOUND' });
    });

    test.each(broken)('for the body %s', async (body) => {
      expect(expectGood('single', await send({ path: `${path}/on`, body }), 400)).toMatchObject({
        key: 'on',
        errorCode: 'INVALID_CONTEXT',
      });
      expectGood('bulk', await send({ path, body }), 400);
    });

    test('for a namespace that does not exist', async () => {
      const nowhere = { 'X-Flipt-Namespace': 'nowhere' };
      expectGood('single', await send(flagRequest('on', context, nowhere)), 404);
      expect(expectGood('bulk', await send(bulkRequest(context, nowhere)), 200)).toEqual({ flags: [] });
    });

    test('for callers without a credential, and for those who guess', async () => {
      const requests = [
        ['single', flagRequest('on', context)],
        ['bulk', bulkRequest(context)],
      ] as const;
      for (const [route, request] of requests) expectGood(route, await server.send(request), 401);
      const guesser = bearing(server, 'svc_guess');
      for (let count = 0; count < FAILURES; count++) await guesser.send(flagRequest('on', context));
      for (const [route, request] of requests) {
        const answer = await guesser.send(request);
        expectGood(route, answer, 429);
        expect(answer.headers['retry-after']).toMatch(/^([1-9]|[1-5]\d|60)$/);
      }
    });
  });
});

test('the schemas know what is not of OFREP', () => {
  const entry = { key: 'a', reason: 'UNKNOWN', variant: '', errorCode: 'GENERAL' };
  expect(problemsWith('bulkEvaluationSuccess', { flags: [entry] })).not.toEqual([]);
  expect(problemsWith('evaluationSuccess', { key: 'a', reason: 'DEFAULT', value: true })).not.toEqual([]);
  expect(problemsWith('evaluationSuccess', { key: 'a', reason: 'UNKNOWN', value: null })).not.toEqual([]);
  expect(problemsWith('evaluationFailure', { errorCode: 'INVALID_CONTEXT' })).not.toEqual([]);
  const nested = { key: 'a', reason: 'STATIC', value: true, metadata: { a: {} } };
  expect(problemsWith('evaluationSuccess', nested)).not.toEqual([]);
});
