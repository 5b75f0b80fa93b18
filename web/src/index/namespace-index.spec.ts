import * as z from '@/lib/zod';
import { prepare } from '../../../test/e2e/evaluation-scenarios/prepare';
import { readEvaluationScenarios } from '../../../test/e2e/evaluation-scenarios/scenarios';
import { questionsOf } from '../../../test/e2e/explain/questions';
import { jsonOf, jsonRequest } from '../../../test/support/http';
import { useServer } from '../../../test/support/use-server';
import { batchAnswer, evaluationAnswer } from '../../tests/support/evaluation-answers';
import { NamespaceIndex } from './namespace-index';
import { wireSnapshot, type WireSnapshot } from './wire-snapshot';

const scenarios = readEvaluationScenarios();

const request = z.object({
  namespaceKey: z._default(z.string(), ''),
  flagKey: z.string(),
  entityId: z.string(),
  context: z._default(z.record(z.string(), z.string()), {}),
});

const questions = questionsOf(scenarios.cases);

const evaluations = scenarios.cases.flatMap(({ name, request: { path, json }, expect: { status } }) => {
  const parsed = z.safeParse(request, json);
  const isEvaluation = path === '/evaluate/v1/variant' || path === '/evaluate/v1/boolean';
  return isEvaluation && status === 200 && parsed.success ? [{ name, path, asked: parsed.data }] : [];
});

const reasons: Readonly<Record<string, string>> = {
  MATCH_EVALUATION_REASON: 'match',
  DEFAULT_EVALUATION_REASON: 'default',
  FLAG_DISABLED_EVALUATION_REASON: 'flag-disabled',
  UNKNOWN_EVALUATION_REASON: 'unknown',
};

describe('against the server', () => {
  const server = useServer();
  beforeAll(() => prepare(server, scenarios.setup));

  async function indexOf(namespaceKey: string): Promise<NamespaceIndex> {
    const path = `/internal/v1/evaluation/snapshot/namespace/${namespaceKey === '' ? 'default' : namespaceKey}`;
    const headers = { 'X-Flipt-Accept-Server-Version': '1.47.0' };
    return new NamespaceIndex(z.parse(wireSnapshot, jsonOf(await server.send({ path, headers }))));
  }

  test('the scenarios are many', () => {
    expect(evaluations.length).toBeGreaterThan(60);
    expect(questions).toHaveLength(89);
  });

  test.each(evaluations)('the index answers as the server does: $name', async ({ path, asked }) => {
    const told = z.parse(evaluationAnswer, jsonOf(await server.send(jsonRequest('POST', path, asked))));
    const index = await indexOf(asked.namespaceKey);
    const local = index.evaluate(asked.flagKey, asked.entityId, asked.context);
    expect(local && { ...local, segmentKeys: local.segmentKeys.toSorted() }).toEqual({
      flagKey: asked.flagKey,
      value: told.enabled ?? told.variantKey,
      match: told.match ?? true,
      reason: reasons[told.reason],
      attachment: told.variantAttachment ?? '',
      segmentKeys: told.segmentKeys.toSorted(),
    });
  });

  // Every case of the scenarios, whichever route or dialect it asks by.
  test.each(questions)(
    'the explanation ends as the server does: $namespaceKey/$flagKey for "$entityId" with $context',
    async ({ namespaceKey, flagKey, entityId, context }) => {
      const requests = [{ namespaceKey, flagKey, entityId, context }];
      const reply = await server.send(jsonRequest('POST', '/evaluate/v1/batch', { requests }));
      const [response] = z.parse(batchAnswer, jsonOf(reply)).responses;
      const told = response?.variantResponse ?? response?.booleanResponse;
      if (told === undefined) {
        expect(await explanationOf(namespaceKey, flagKey, entityId, context)).toBeUndefined();
        return;
      }
      const result = (await explanationOf(namespaceKey, flagKey, entityId, context))?.result;
      expect(result && { ...result, segmentKeys: result.segmentKeys.toSorted() }).toMatchObject({
        ...(told.enabled === undefined
          ? {
              type: 'variant',
              variantKey: told.variantKey,
              isMatch: told.match,
              attachment: told.variantAttachment,
            }
          : { type: 'boolean', isEnabled: told.enabled }),
        flagKey,
        reason: reasons[told.reason],
        segmentKeys: told.segmentKeys.toSorted(),
      });
    },
  );

  async function explanationOf(
    namespaceKey: string,
    ...asked: Parameters<NamespaceIndex['explain']>
  ): Promise<ReturnType<NamespaceIndex['explain']>> {
    const isThere = (await server.send({ path: `/api/v1/namespaces/${namespaceKey}` })).status === 200;
    return isThere ? (await indexOf(namespaceKey)).explain(...asked) : undefined;
  }

  test('tells by which rules and rollouts a segment is used', async () => {
    const index = await indexOf('team');
    expect(index.usedBy('us')).toContainEqual({ flagKey: 'colour', kind: 'rule', position: 1 });
    expect(index.usedBy('vip')).toContainEqual({ flagKey: 'banner', kind: 'rollout', position: 1 });
    expect(index.usedBy('nowhere')).toEqual([]);
  });

  test('evaluates all flags in their order', async () => {
    const index = await indexOf('team');
    expect(index.evaluateAll('user-1', {}).map(({ flagKey }) => flagKey)).toEqual(
      index.flags.map(({ key }) => key),
    );
  });
});

test('a rule that Flipt v1 repeats for every segment is kept once, with its shares once', () => {
  const segment = (key: string) => ({ key, matchType: 'ALL_SEGMENT_MATCH_TYPE', constraints: [] });
  const share = (variantId: string, rollout: number) => ({
    variantId,
    variantKey: variantId,
    variantAttachment: '',
    rollout,
  });
  const rule = {
    id: 'r',
    segmentOperator: 'AND_SEGMENT_OPERATOR',
    segments: [segment('a'), segment('b')],
    distributions: [share('x', 30), share('y', 20), share('x', 30), share('y', 20)],
  };
  const wire: WireSnapshot = {
    namespace: { key: 'default' },
    flags: [
      {
        key: 'f',
        name: 'f',
        description: '',
        enabled: true,
        type: 'VARIANT_FLAG_TYPE',
        createdAt: '',
        updatedAt: '',
        rules: [rule, rule],
        rollouts: [],
      },
    ],
  };
  expect(new NamespaceIndex(wire).flag('f')?.rules).toEqual([
    {
      segmentKeys: ['a', 'b'],
      segmentOperator: 'and',
      distributions: [
        { variantKey: 'x', rolloutPercent: 30 },
        { variantKey: 'y', rolloutPercent: 20 },
      ],
    },
  ]);
});
