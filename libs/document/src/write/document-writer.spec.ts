import type { FlagState } from '@pennon/state';
import {
  aConstraint,
  aDistribution,
  aFlag,
  aRollout,
  aRule,
  aSegment,
  aVariant,
  aFlagState,
} from '@pennon/testing';
import { buildDocument } from './build-document';
import { type NamespaceDocument } from '../document';
import { type NamedContents } from '../namespace-contents';
import { readDocuments } from '../read/document-reader';
import { DocumentWriteError } from '../fields/written-json';
import { writeDocuments, type WriteOptions } from './document-writer';
import { versionNeededBy } from './version-needed';

const flag = aFlagState('a', { name: 'A' });

const full: NamespaceDocument = {
  namespace: { key: 'shop', name: 'Shop', description: 'Web' },
  flags: [
    {
      ...flag,
      key: 'z',
      description: 'D',
      metadata: { b: 'yes', a: { c: [1, null] } },
      variants: [
        {
          key: 'y',
          name: '',
          description: '',
          attachment: '{"z":9007199254740993,"a":[1.0,"on",{}],"e":[]}',
        },
        { key: 'x', name: 'X', description: 'D', attachment: '' },
      ],
      defaultVariantKey: 'x',
      rules: [
        {
          segmentKeys: ['t', 's'],
          segmentOperator: 'or',
          distributions: [{ variantKey: 'y', rolloutPercent: 0 }],
        },
        { segmentKeys: ['s'], segmentOperator: 'or', distributions: [] },
      ],
    },
    {
      ...flag,
      type: 'boolean',
      isEnabled: true,
      rollouts: [
        { description: 'D', step: { type: 'threshold', percent: 0, value: false } },
        {
          description: '',
          step: { type: 'segment', segmentKeys: ['s'], segmentOperator: 'or', value: true },
        },
        {
          description: '',
          step: { type: 'segment', segmentKeys: ['s', 't'], segmentOperator: 'or', value: true },
        },
        {
          description: '',
          step: { type: 'segment', segmentKeys: ['s', 't'], segmentOperator: 'and', value: false },
        },
      ],
    },
  ],
  segments: [
    {
      key: 't',
      name: 'T',
      description: 'D',
      matchType: 'any',
      constraints: [
        { type: 'string', property: 'p', operator: 'empty', value: '', description: 'D' },
        { type: 'entityId', property: 'entityId', operator: 'isoneof', value: '["u"]', description: '' },
      ],
    },
    { key: 's', name: 'S', description: '', matchType: 'all', constraints: [] },
  ],
};

function written(documents: readonly NamespaceDocument[], options: Partial<WriteOptions> = {}): string {
  return [...writeDocuments(documents, { format: 'yaml', ...options })].join('');
}

const yaml = `version: "1.4"
namespace:
  key: shop
  name: Shop
  description: Web
flags:
  - key: z
    name: A
    type: VARIANT_FLAG_TYPE
    description: D
    enabled: false
    metadata:
      a:
        c:
          - 1
          - null
      b: "yes"
    variants:
      - key: "y"
        attachment:
          z: 9007199254740993
          a:
            - 1.0
            - "on"
            - {}
          e: []
      - default: true
        key: x
        name: X
        description: D
    rules:
      - segment:
          keys:
            - t
            - s
          operator: OR_SEGMENT_OPERATOR
        distributions:
          - variant: "y"
            rollout: 0
      - segment: s
  - key: a
    name: A
    type: BOOLEAN_FLAG_TYPE
    enabled: true
    rollouts:
      - description: D
        threshold:
          percentage: 0
      - segment:
          key: s
          value: true
      - segment:
          keys:
            - s
            - t
          value: true
      - segment:
          keys:
            - s
            - t
          operator: AND_SEGMENT_OPERATOR
segments:
  - key: t
    name: T
    description: D
    match_type: ANY_MATCH_TYPE
    constraints:
      - type: STRING_COMPARISON_TYPE
        property: p
        operator: empty
        description: D
      - type: ENTITY_ID_COMPARISON_TYPE
        property: entityId
        operator: isoneof
        value: "[\\"u\\"]"
  - key: s
    name: S
    match_type: ALL_MATCH_TYPE
`;

describe('writeDocuments', () => {
  it('writes fields in their order, the empty ones left out but the three that are always written', () => {
    expect(written([full])).toBe(yaml);
  });

  it('writes the same in JSON, in one line', () => {
    const text = written([full], { format: 'json' });
    expect(text.indexOf('\n')).toBe(text.length - 1);
    expect(text).toContain('"attachment":{"z":9007199254740993,"a":[1.0,"on",{}],"e":[]}');
    expect(
      text.startsWith(
        '{"version":"1.4","namespace":{"key":"shop","name":"Shop","description":"Web"},"flags":[{"key":"z",',
      ),
    ).toBe(true);
    expect([...readDocuments(text, { format: 'json' })]).toMatchObject(
      [...readDocuments(yaml, { format: 'yaml' })].map(({ document }) => ({ document })),
    );
  });

  it('writes the version on the first document only, and namespaces as objects on all', () => {
    const empty = (key: string): NamespaceDocument => ({
      namespace: { key, name: key, description: '' },
      flags: [],
      segments: [],
    });
    expect(written([empty('a'), empty('b')])).toBe(
      'version: "1.4"\nnamespace:\n  key: a\n  name: a\n---\nnamespace:\n  key: b\n  name: b\n',
    );
    expect(written([empty('a'), empty('b')], { format: 'json' })).toBe(
      '{"version":"1.4","namespace":{"key":"a","name":"a"}}\n{"namespace":{"key":"b","name":"b"}}\n',
    );
  });

  it.each(['yaml', 'json'] as const)('writes a header line on top of %s when asked to', (format) => {
    const header = { programVersion: '1.2.3', at: 1_700_000_000_123_456 };
    const text = written([full, full], { format, header });
    expect(text.startsWith('# exported by Pennon (1.2.3) on 2023-11-14T22:13:20Z\n\n')).toBe(true);
    expect(text.split('# exported')).toHaveLength(2);
    expect(text.slice(text.indexOf('\n\n') + 2)).toBe(written([full, full], { format }));
  });

  it('sorts flags, variants and segments by key when asked to, and nothing else', () => {
    const text = written([full], { sortByKey: true });
    const [{ document } = { document: full }] = [...readDocuments(text, { format: 'yaml' })];
    expect(document.flags.map(({ key }) => key)).toEqual(['a', 'z']);
    expect(document.flags[1]?.variants.map(({ key }) => key)).toEqual(['x', 'y']);
    expect(document.segments.map(({ key }) => key)).toEqual(['s', 't']);
    expect(document.segments[1]?.constraints).toEqual(full.segments[0]?.constraints);
    expect(document.flags[1]?.rules).toEqual(full.flags[0]?.rules);
  });

  it('writes a chunk for every flag and segment, so that a document need not be one text', () => {
    const flags = Array.from({ length: 100 }, (_, index) => ({ ...flag, key: `f${index}` }));
    const chunks = [...writeDocuments([{ ...full, flags }], { format: 'yaml' })];
    expect(chunks.length).toBeGreaterThan(100);
    expect(Math.max(...chunks.map(({ length }) => length))).toBeLessThan(1000);
  });

  it.each([
    ['1.0', { ...full, namespace: { key: 'a', name: undefined, description: undefined }, flags: [flag] }],
    [
      '1.1',
      {
        ...full,
        namespace: { key: 'a', name: undefined, description: undefined },
        flags: [{ ...flag, type: 'boolean' }],
      },
    ],
    ['1.4', full],
  ] as const)('writes version %s when the document needs no later one', (version, document) => {
    expect(versionNeededBy(document)).toBe(version);
    const text = written([document], { version });
    expect(text.startsWith(`version: "${version}"\n`)).toBe(true);
    expect(text.includes('type: VARIANT_FLAG_TYPE')).toBe(version === '1.4');
  });

  const segmentStep = { type: 'segment', segmentOperator: 'or', value: true } as const;

  it.each<[string, Partial<FlagState>]>([
    ['1.0', { rules: [{ segmentKeys: ['s'], segmentOperator: 'or', distributions: [] }] }],
    ['1.1', { type: 'boolean' }],
    ['1.1', { rollouts: [{ description: '', step: { ...segmentStep, segmentKeys: ['s'] } }] }],
    ['1.2', { rollouts: [{ description: '', step: { ...segmentStep, segmentKeys: ['s', 't'] } }] }],
    ['1.2', { rules: [{ segmentKeys: ['s', 't'], segmentOperator: 'or', distributions: [] }] }],
    ['1.3', { metadata: { a: 1 } }],
    ['1.3', { variants: [{ key: 'v', name: '', description: '', attachment: '' }], defaultVariantKey: 'v' }],
  ])('needs version %s for %j', (version, changes) => {
    const namespace = { key: 'a', name: undefined, description: undefined };
    const flags = [flag, { ...flag, key: 'b', ...changes }, { ...flag, key: 'c' }];
    expect(versionNeededBy({ namespace, flags, segments: [] })).toBe(version);
  });

  it('refuses to write what the version cannot say', () => {
    const attempt = (): string => written([full], { version: '1.3' });
    expect(attempt).toThrow(
      new DocumentWriteError('document of namespace "shop"', 'needs version 1.4, and 1.3 is asked for'),
    );
  });

  it('refuses an attachment that is no JSON, or too deep, and names it', () => {
    const withAttachment = (attachment: string): NamespaceDocument => ({
      ...full,
      flags: [{ ...flag, variants: [{ key: 'v', name: '', description: '', attachment }] }],
    });
    expect(() => written([withAttachment('{')])).toThrow(
      'attachment of variant "v" of flag "a": expected a key',
    );
    expect(() => written([withAttachment('['.repeat(5000) + ']'.repeat(5000))])).toThrow('nested');
    const deepest = '['.repeat(189) + ']'.repeat(189);
    for (const format of ['yaml', 'json'] as const) {
      const text = written([withAttachment(deepest)], { format });
      const [read] = [...readDocuments(text, { format, mayLackSegments: true })];
      expect(read?.document.flags[0]?.variants[0]?.attachment).toBe(deepest);
    }
  });
});

describe('buildDocument', () => {
  const none: NamedContents = {
    namespace: { key: 'default', name: 'Default', description: '' },
    flags: [],
    variants: [],
    segments: [],
    constraints: [],
    rules: [],
    distributions: [],
    rollouts: [],
  };

  it('says what the rows say, in their order, without ids, ranks and times', () => {
    const { document, omissions } = buildDocument({
      ...none,
      flags: [aFlag('b', { defaultVariantId: 'v2', metadata: {} }), aFlag('a', { type: 'boolean' })],
      variants: [
        aVariant('b', 'v1', { attachment: ' { "a" : "\\u0041", "a": 1.0 } ' }),
        aVariant('b', 'v2', { attachment: 'null' }),
      ],
      segments: [aSegment('everyone')],
      constraints: [aConstraint('everyone', 'c1', { description: 'D' })],
      rules: [aRule('b', 'r1', { rank: 7 })],
      distributions: [
        aDistribution('r1', 'v1', { rolloutPercent: 40 }),
        aDistribution('r1', 'v2', { rolloutPercent: 60 }),
      ],
      rollouts: [aRollout('a', 'o1', { description: 'D' })],
    });
    expect(omissions).toEqual([]);
    expect(document).toStrictEqual({
      namespace: { key: 'default', name: 'Default', description: '' },
      flags: [
        {
          ...flag,
          key: 'b',
          name: 'Name of b',
          isEnabled: true,
          variants: [
            { key: 'v1', name: '', description: '', attachment: '{"a":1.0}' },
            { key: 'v2', name: '', description: '', attachment: '' },
          ],
          defaultVariantKey: 'v2',
          rules: [
            {
              segmentKeys: ['everyone'],
              segmentOperator: 'or',
              distributions: [
                { variantKey: 'v1', rolloutPercent: 40 },
                { variantKey: 'v2', rolloutPercent: 60 },
              ],
            },
          ],
        },
        {
          ...flag,
          name: 'Name of a',
          isEnabled: true,
          type: 'boolean',
          rollouts: [{ description: 'D', step: { type: 'threshold', percent: 50, value: true } }],
        },
      ],
      segments: [
        {
          key: 'everyone',
          name: 'Name of everyone',
          description: '',
          matchType: 'all',
          constraints: [
            { type: 'string', property: 'country', operator: 'eq', value: 'NL', description: 'D' },
          ],
        },
      ],
    });
  });

  it('leaves out what can never take effect, has borrowed variants as the flag’s own, and says so', () => {
    const { document, omissions } = buildDocument({
      ...none,
      flags: [aFlag('a', { defaultVariantId: 'v9' }), aFlag('b')],
      variants: [aVariant('b', 'v9')],
      rules: [aRule('a', 'r1', { segmentKeys: [] }), aRule('a', 'r2')],
      distributions: [aDistribution('r2', 'v9'), aDistribution('r2', 'nothing')],
      rollouts: [
        aRollout('b', 'o1', {
          step: { type: 'segment', segmentKeys: [], segmentOperator: 'or', value: true },
        }),
      ],
    });
    expect(document.flags).toMatchObject([
      {
        ...{ key: 'a', defaultVariantKey: undefined, variants: [{ key: 'v9' }] },
        rules: [{ segmentKeys: ['everyone'], distributions: [{ variantKey: 'v9', rolloutPercent: 100 }] }],
      },
      { key: 'b', rollouts: [] },
    ]);
    expect(omissions).toEqual([
      'flag "a": variant "v9" of flag "b", to which rule 2 distributes, is written as a variant of the flag itself',
      'flag "a": rule 2 distributes to a variant that does not exist',
      'flag "a": rule 1 has no segment',
      'flag "b": rollout 1 has no segment',
    ]);
  });

  it('names an attachment that is no JSON', () => {
    const state = { ...none, flags: [aFlag('a')], variants: [aVariant('a', 'v', { attachment: '{' })] };
    expect(() => buildDocument(state)).toThrow(DocumentWriteError);
    expect(() => buildDocument(state)).toThrow('attachment of variant "v" of flag "a"');
  });
});
