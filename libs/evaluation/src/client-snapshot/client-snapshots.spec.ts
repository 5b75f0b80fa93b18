import { messageToBinary, messageToJson } from '@pennon/api';
import { fliptEvaluation } from '@pennon/proto';
import { DEFAULT_NAMESPACE_KEY } from '@pennon/domain';
import { buildSnapshotDocument, compileSnapshot, type NamespaceRows, type Snapshot } from '@pennon/snapshot';
import { aConstraint, aDistribution, aFlag, aRollout, aRule, aSegment, aVariant } from '@pennon/testing';
import { clientSnapshotForms, ClientSnapshots, clientSnapshotTag } from './client-snapshots';
import { presentClientSnapshot } from './client-snapshot.presenter';
import { clientCapabilities } from './client-version';

const { EvaluationNamespaceSnapshotSchema } = fliptEvaluation;

const current = clientCapabilities('1.47.0');

/** A rule over two segments, a default variant, both kinds of rollout, and constraints of every kind of interest. */
const rows: NamespaceRows = {
  namespace: { key: DEFAULT_NAMESPACE_KEY, revision: 7 },
  flags: [
    aFlag('colour', { defaultVariantId: 'blue', description: 'of the “button”' }),
    aFlag('banner', { type: 'boolean', isEnabled: false }),
    aFlag('bare'),
  ],
  variants: [aVariant('colour', 'orange', { attachment: '{"hex":"#f60"}' }), aVariant('colour', 'blue')],
  segments: [aSegment('dutch'), aSegment('staff', { matchType: 'any' })],
  constraints: [
    aConstraint('dutch', 'c1'),
    aConstraint('staff', 'c2', {
      type: 'entityId',
      property: 'entityId',
      operator: 'prefix',
      value: 'staff-',
    }),
  ],
  rules: [aRule('colour', 'r1', { segmentKeys: ['dutch', 'staff'], segmentOperator: 'and' })],
  distributions: [
    aDistribution('r1', 'orange', { rolloutPercent: 33.3 }),
    aDistribution('r1', 'blue', { rolloutPercent: 66.7 }),
  ],
  rollouts: [
    aRollout('banner', 'o1', { step: { type: 'threshold', percent: 12.5, value: true } }),
    aRollout('banner', 'o2', {
      rank: 2,
      step: { type: 'segment', segmentKeys: ['staff'], segmentOperator: 'or', value: false },
    }),
  ],
};
const document = buildSnapshotDocument(rows);

/** What a client of that version reads. */
function snapshotFor(version: string): unknown {
  const message = presentClientSnapshot(document, 'default', clientCapabilities(version));
  return JSON.parse(messageToJson(EvaluationNamespaceSnapshotSchema, message, false));
}

function snapshotOf(changes: Partial<NamespaceRows['namespace']>): Snapshot {
  return compileSnapshot(buildSnapshotDocument({ ...rows, namespace: { ...rows.namespace, ...changes } }));
}

const staff = (type: string): object => ({
  key: 'staff',
  name: '',
  description: '',
  matchType: 'ANY_SEGMENT_MATCH_TYPE',
  constraints: [{ id: 'c2', type, property: 'entityId', operator: 'prefix', value: 'staff-' }],
});
const time = '2023-11-14T22:13:20Z';

describe('the snapshot for clients', () => {
  it('has all that clients need, each rule and distribution once', () => {
    expect(snapshotFor('1.47.0')).toEqual({
      namespace: { key: 'default' },
      flags: [
        {
          key: 'colour',
          name: 'Name of colour',
          description: 'of the “button”',
          enabled: true,
          type: 'VARIANT_FLAG_TYPE',
          createdAt: time,
          updatedAt: time,
          rules: [
            {
              id: 'r1',
              segments: [
                {
                  key: 'dutch',
                  name: '',
                  description: '',
                  matchType: 'ALL_SEGMENT_MATCH_TYPE',
                  constraints: [
                    {
                      id: 'c1',
                      type: 'STRING_CONSTRAINT_COMPARISON_TYPE',
                      property: 'country',
                      operator: 'eq',
                      value: 'NL',
                    },
                  ],
                },
                staff('ENTITY_ID_CONSTRAINT_COMPARISON_TYPE'),
              ],
              rank: 1,
              segmentOperator: 'AND_SEGMENT_OPERATOR',
              distributions: [
                {
                  id: '',
                  ruleId: '',
                  variantId: 'orange',
                  variantKey: 'orange',
                  variantAttachment: '{"hex":"#f60"}',
                  rollout: 33.3,
                },
                {
                  id: '',
                  ruleId: '',
                  variantId: 'blue',
                  variantKey: 'blue',
                  variantAttachment: '',
                  rollout: 66.7,
                },
              ],
            },
          ],
          rollouts: [],
          defaultVariant: { id: 'blue', key: 'blue', attachment: '' },
        },
        {
          key: 'banner',
          name: 'Name of banner',
          description: '',
          enabled: false,
          type: 'BOOLEAN_FLAG_TYPE',
          createdAt: time,
          updatedAt: time,
          rules: [],
          rollouts: [
            { type: 'THRESHOLD_ROLLOUT_TYPE', rank: 1, threshold: { percentage: 12.5, value: true } },
            {
              type: 'SEGMENT_ROLLOUT_TYPE',
              rank: 2,
              segment: {
                value: false,
                segmentOperator: 'OR_SEGMENT_OPERATOR',
                segments: [staff('ENTITY_ID_CONSTRAINT_COMPARISON_TYPE')],
              },
            },
          ],
        },
        expect.objectContaining({ key: 'bare', rules: [], rollouts: [] }),
      ],
    });
  });

  it.each(['1.46.0', '1.37.0'])('has no default variant before 1.47.0: %s', (version) => {
    expect(JSON.stringify(snapshotFor(version))).not.toContain('defaultVariant');
  });

  it('has no entity id constraints before 1.38.0, only constraints of an unknown type', () => {
    expect(JSON.stringify(snapshotFor('1.38.0'))).toContain('ENTITY_ID_CONSTRAINT_COMPARISON_TYPE');
    expect(snapshotFor('1.37.9')).toMatchObject({
      flags: [{ rules: [{ segments: [{}, staff('UNKNOWN_CONSTRAINT_COMPARISON_TYPE')] }] }, {}, {}],
    });
  });

  it('has no flags for a namespace that does not exist', () => {
    expect(presentClientSnapshot(undefined, 'nope', current)).toMatchObject({
      namespace: { key: 'nope' },
      flags: [],
    });
  });
});

describe('the encoded forms of the snapshot for clients', () => {
  const many = buildSnapshotDocument({
    ...rows,
    flags: Array.from({ length: 2000 }, (_, index) => aFlag(`flag-${index}`)),
  });

  it.each([
    ['some flags', document],
    ['one flag', { ...document, flags: document.flags.slice(0, 1) }],
    ['no flags', { ...document, flags: [] }],
    ['no namespace', undefined],
    ['more flags than are encoded in one go', many],
  ])('are what the general way gives: %s', async (_, source) => {
    const forms = clientSnapshotForms(source, 'a "key"', current);
    const message = presentClientSnapshot(source, 'a "key"', current);
    expect(forms.message()).toEqual(message);
    const json = messageToJson(EvaluationNamespaceSnapshotSchema, message, false);
    expect((await forms.json()).toString() === json).toBe(true);
    const binary = messageToBinary(EvaluationNamespaceSnapshotSchema, message);
    expect((await forms.binary()).equals(binary)).toBe(true);
  });

  it('are made once for all clients of a kind', () => {
    const snapshots = new ClientSnapshots();
    const snapshot = compileSnapshot(document);
    const first = snapshots.of(snapshot, 'default', current);
    expect(snapshots.of(snapshot, 'default', clientCapabilities('1.50.0'))).toBe(first);
    expect(snapshots.of(snapshot, 'default', clientCapabilities('1.38.0'))).not.toBe(first);
    expect(snapshots.of(snapshot, '', current)).not.toBe(first);
    expect(snapshots.of(compileSnapshot(document), 'default', current)).not.toBe(first);
  });
});

describe('the tag of the snapshot for clients', () => {
  it('is forty hexadecimal digits without quotes', () => {
    expect(clientSnapshotTag(compileSnapshot(document))).toMatch(/^[\da-f]{40}$/);
  });

  it('is that of the namespace and its revision', () => {
    const tag = clientSnapshotTag(snapshotOf({}));
    expect(clientSnapshotTag(snapshotOf({}))).toBe(tag);
    expect(clientSnapshotTag(snapshotOf({ revision: 8 }))).not.toBe(tag);
    expect(clientSnapshotTag(snapshotOf({ key: 'shop' }))).not.toBe(tag);
  });

  it('is that of the mark, whatever number an instance has given it', () => {
    const tagOf = (revision: number, mark: string): string | undefined =>
      clientSnapshotTag(compileSnapshot({ ...document, revision, mark }));
    const tag = tagOf(7, '7e933026d0ea');
    expect(tagOf(1_882_993_611_761_971, '7e933026d0ea')).toBe(tag);
    expect(tagOf(7, 'rT0cJ8k1xWqZ')).not.toBe(tag);
  });

  it('is kept with what is made of the snapshot', () => {
    const snapshots = new ClientSnapshots();
    const [first, next] = [snapshotOf({}), snapshotOf({ revision: 8 })];
    for (const snapshot of [first, next, first, undefined]) {
      expect(snapshots.tagOf(snapshot)).toBe(clientSnapshotTag(snapshot));
    }
  });

  it('is absent while nothing was ever changed, and for a namespace that does not exist', () => {
    expect(clientSnapshotTag(snapshotOf({ revision: 0 }))).toBeUndefined();
    expect(clientSnapshotTag(undefined)).toBeUndefined();
  });
});
