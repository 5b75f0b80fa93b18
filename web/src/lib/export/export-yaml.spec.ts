import { parse } from 'yaml';
import { type FlagContents, type Segment } from '../model';
import { exportYaml } from './export-yaml';

const dates = { createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' };
const blue = {
  ...dates,
  id: 'v1',
  key: 'blue',
  name: '',
  description: '',
  attachment: '{"a": [1, false, ""]}',
};

const contents: FlagContents = {
  flag: {
    ...dates,
    namespaceKey: 'default',
    key: 'colour',
    name: 'Colour',
    description: '',
    type: 'VARIANT_FLAG_TYPE',
    enabled: false,
    variants: [blue],
    defaultVariant: blue,
    metadata: { owner: 'web' },
  },
  rules: [
    {
      ...dates,
      id: 'r1',
      rank: 1,
      segmentKeys: ['beta'],
      segmentOperator: 'OR_SEGMENT_OPERATOR',
      distributions: [{ ...dates, id: 'd1', variantId: 'v1', rollout: 0 }],
    },
    {
      ...dates,
      id: 'r2',
      rank: 2,
      segmentKeys: ['a', 'b'],
      segmentOperator: 'AND_SEGMENT_OPERATOR',
      distributions: [],
    },
  ],
  rollouts: [],
};

const segment: Segment = {
  ...dates,
  namespaceKey: 'default',
  key: 'beta',
  name: 'Beta',
  description: '',
  matchType: 'ANY_MATCH_TYPE',
  constraints: [
    {
      ...dates,
      id: 'c1',
      type: 'STRING_COMPARISON_TYPE',
      property: 'plan',
      operator: 'isoneof',
      value: '["beta"]',
      description: '',
    },
  ],
};

test('the YAML is the document of the command line', () => {
  expect(parse(exportYaml('shop', { flags: [contents], segments: [segment] }))).toEqual({
    version: '1.4',
    namespace: 'shop',
    flags: [
      {
        key: 'colour',
        name: 'Colour',
        type: 'VARIANT_FLAG_TYPE',
        enabled: false,
        metadata: { owner: 'web' },
        variants: [{ default: true, key: 'blue', attachment: { a: [1, false, ''] } }],
        rules: [
          { segment: 'beta', distributions: [{ variant: 'blue', rollout: 0 }] },
          { segment: { keys: ['a', 'b'], operator: 'AND_SEGMENT_OPERATOR' }, distributions: [] },
        ],
      },
    ],
    segments: [
      {
        key: 'beta',
        name: 'Beta',
        match_type: 'ANY_MATCH_TYPE',
        constraints: [
          { type: 'STRING_COMPARISON_TYPE', property: 'plan', operator: 'isoneof', value: '["beta"]' },
        ],
      },
    ],
  });
});
