import { exportJson, rolloutJson, ruleJson } from './export-json';

const dates = { createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' };
const blue = { ...dates, id: 'v1', key: 'blue', name: '', description: '', attachment: '{"a": 1.0}' };

const flag = {
  ...dates,
  namespaceKey: 'default',
  key: 'colour',
  name: 'Colour',
  description: '',
  type: 'VARIANT_FLAG_TYPE',
  enabled: true,
  variants: [blue],
  defaultVariant: blue,
  metadata: { owner: 'web' },
} as const;
const rule = {
  ...dates,
  id: 'r1',
  rank: 1,
  segmentKeys: ['beta'],
  segmentOperator: 'OR_SEGMENT_OPERATOR',
  distributions: [{ ...dates, id: 'd1', variantId: 'v1', rollout: 50 }],
} as const;

test('an export has no ids and no dates, and names variants by key', () => {
  const text = exportJson('default', { flags: [{ flag, rules: [rule], rollouts: [] }], segments: [] });
  expect(text).not.toMatch(/v1|r1|d1|2026/);
  expect(JSON.parse(text)).toMatchObject({
    version: 1,
    namespace: 'default',
    flags: [
      {
        key: 'colour',
        defaultVariant: 'blue',
        variants: [{ key: 'blue', attachment: '{"a": 1.0}' }],
        rules: [{ segmentKeys: ['beta'], shares: [{ variant: 'blue', share: 50 }] }],
      },
    ],
  });
});

test('a rule and a rollout on their own are as in an export', () => {
  expect(JSON.parse(ruleJson(flag, rule))).toEqual({
    segmentKeys: ['beta'],
    segmentOperator: 'OR_SEGMENT_OPERATOR',
    shares: [{ variant: 'blue', share: 50 }],
  });
  const threshold = { percentage: 25, value: true };
  const rollout = {
    ...dates,
    id: 'o1',
    rank: 1,
    type: 'THRESHOLD_ROLLOUT_TYPE',
    description: '',
    threshold,
  } as const;
  expect(JSON.parse(rolloutJson(rollout))).toEqual({ description: '', threshold });
});
