import fc from 'fast-check';
import { jsonOf, jsonRequest } from '../../../../test/support/http';
import { useServer } from '../../../../test/support/use-server';
import { type Segment } from '../model';
import { type ProbedSegment } from './segment-document';
import { SegmentProbe } from './segment-probe';

const constraints: ProbedSegment['constraints'] = [
  { type: 'string', property: 'country', operator: 'isoneof', value: '["DE","FR"]' },
  { type: 'number', property: 'age', operator: 'gte', value: '18' },
  { type: 'boolean', property: 'beta', operator: 'false', value: '' },
  { type: 'datetime', property: 'since', operator: 'lt', value: '2026-01-01' },
  { type: 'entityId', property: 'entityId', operator: 'contains', value: '1' },
  { type: 'string', property: 'country', operator: 'neq', value: 'NL' },
];

/** The words of the wire. */
const wireMatchTypes = { all: 'ALL_MATCH_TYPE', any: 'ANY_MATCH_TYPE' } as const;
const wireTypes = {
  string: 'STRING_COMPARISON_TYPE',
  number: 'NUMBER_COMPARISON_TYPE',
  boolean: 'BOOLEAN_COMPARISON_TYPE',
  datetime: 'DATETIME_COMPARISON_TYPE',
  entityId: 'ENTITY_ID_COMPARISON_TYPE',
} as const;

const context = fc.record(
  {
    country: fc.constantFrom('DE', 'FR', 'NL', 'de', ''),
    age: fc.constantFrom('17', '18', '18.5', 'old', ''),
    beta: fc.constantFrom('true', 'false', '0', 'no'),
    since: fc.constantFrom('2025-12-31T23:59:59Z', '2026-01-01', 'yesterday'),
  },
  { requiredKeys: [] },
);

describe('against the server', () => {
  const server = useServer();
  const managed = (path: string, body: object): Promise<unknown> =>
    server.send(jsonRequest('POST', `/api/v1/namespaces/default/${path}`, body));

  test.each<Segment['matchType']>(['all', 'any'])(
    'the verdict is that of the server for 200 random contexts: %s',
    async (matchType) => {
      const key = matchType;
      await managed('segments', { key, name: key, matchType: wireMatchTypes[matchType] });
      // All of them together are satisfied too seldom to be found by chance.
      const wanted = matchType === 'all' ? constraints.slice(0, 3) : constraints;
      for (const { type, property, operator, value } of wanted) {
        await managed(`segments/${key}/constraints`, {
          ...{ type: wireTypes[type], property, operator, value },
        });
      }
      await managed('flags', { key, name: key, type: 'BOOLEAN_FLAG_TYPE', enabled: false });
      const segment = { segmentKeys: [key], value: true };
      await managed(`flags/${key}/rollouts`, { rank: 1, segment });

      const probe = new SegmentProbe({ matchType, constraints: wanted });
      const question = fc.record({ entityId: fc.constantFrom('u1', 'u2', ''), context });
      const asked = fc.sample(question, { numRuns: 200, seed: 42 });
      const requests = asked.map((each) => ({ namespaceKey: 'default', flagKey: key, ...each }));
      const answer = await server.send(jsonRequest('POST', '/evaluate/v1/batch', { requests }));
      const { responses } = jsonOf(answer) as {
        readonly responses: readonly { readonly booleanResponse: { readonly enabled: boolean } }[];
      };
      const verdicts = asked.map(({ entityId, context: given }) => probe.matches(entityId, { ...given }));
      expect(new Set(verdicts)).toEqual(new Set([true, false]));
      expect(responses.map(({ booleanResponse }) => booleanResponse.enabled)).toEqual(verdicts);
    },
  );
});

test('tells of each constraint why it is not satisfied', () => {
  const probe = new SegmentProbe({ matchType: 'all', constraints });
  const explanation = probe.explain('u1', { age: 'old', country: 'DE', beta: 'true' });
  expect(explanation?.isMatch).toBe(false);
  expect(explanation?.constraints.map(({ verdict }) => verdict)).toEqual([
    'matched',
    'not-a-number',
    'not-matched',
    'absent',
    'matched',
    'matched',
  ]);
});
