import { type FlagState } from '@pennon/state';
import { aFlag } from '../../../tests/support/a-flag';
import { sourceOf } from './wanted-text';

const flag: FlagState = {
  ...aFlag('colour', {
    name: 'Colour',
    variants: [
      { key: 'blue', name: '', description: '', attachment: '{"id":12345678901234567890,"n":1.0}' },
      { key: 'red', name: '', description: '', attachment: '' },
    ],
    defaultVariantKey: 'red',
    rules: [
      {
        segmentKeys: ['beta'],
        segmentOperator: 'or',
        distributions: [{ variantKey: 'blue', rolloutPercent: 50 }],
      },
      { segmentKeys: [], segmentOperator: 'or', distributions: [] },
    ],
  }),
  // Whether it is off is to stay.
  off: undefined,
};

test('states are merged with their base, and attachments keep their digits', () => {
  const source = sourceOf({ base: '3.x', flags: [{ state: flag }] });
  expect(source).toMatchObject({ baseRevision: '3.x', onConflict: 'MERGE' });
  const { document } = source.document as { readonly document: string };
  expect(document).toContain('"attachment":{"id":12345678901234567890,"n":1.0}');
  expect(JSON.parse(document)).toMatchObject({
    flags: [
      {
        key: 'colour',
        variants: [{ key: 'blue' }, { key: 'red', default: true }],
        // A rule without a segment cannot be said.
        rules: [{ segment: 'beta', distributions: [{ variant: 'blue', rollout: 50 }] }],
      },
    ],
  });
  expect(document).not.toContain('"off"');
});

test('a deletion and an edit need no base', () => {
  const deleted = { flags: ['a'], segments: [] };
  expect(sourceOf({ deleted })).toEqual({ document: { deletions: deleted } });
  const edits = [{ key: 'a', enabled: true }];
  expect(sourceOf({ edits })).toEqual({ edits: { flags: edits } });
});

test('states come with what is deleted, and a flag that is off with its reason', () => {
  const deleted = { flags: ['a'], segments: [] };
  const off = { by: 'ann', at: undefined, reason: 'payments fail' };
  const source = sourceOf({ base: '3.x', flags: [{ state: { ...flag, off } }], deleted });
  const { document, deletions } = source.document as {
    readonly document: string;
    readonly deletions: object;
  };
  expect(deletions).toEqual(deleted);
  expect(JSON.parse(document)).toMatchObject({ flags: [{ off: { reason: 'payments fail' } }] });
});

test('the default variant is said by the variants', () => {
  const document = '{"key":"colour","name":"Old","variants":[{"key":"blue","default":true}]}';
  const kept = { document, parts: ['defaultVariantKey'] } as const;
  const source = sourceOf({ base: '3.x', flags: [{ state: flag, kept }] }).document as {
    readonly document: string;
  };
  expect(JSON.parse(source.document)).toMatchObject({
    flags: [{ name: 'Old', variants: [{ key: 'blue' }, { key: 'red', default: true }] }],
  });
});

test('what a plan does not change is as the server wrote it, also what this dashboard does not know', () => {
  const document =
    '{"key":"colour","name":"Old","tier":{"of":1.0},"off":{"by":"ann"},"metadata":{"id":9007199254740993}}';
  const kept = { document, parts: ['name', 'rules'] } as const;
  const source = sourceOf({ base: '3.x', flags: [{ state: flag, kept }] }).document as {
    readonly document: string;
  };
  expect(source.document).toContain(
    '"tier":{"of":1.0},"off":{"by":"ann"},"metadata":{"id":9007199254740993}',
  );
  expect(JSON.parse(source.document)).toMatchObject({
    flags: [{ key: 'colour', name: 'Colour', rules: [{ segment: 'beta' }] }],
  });
  expect(source.document).not.toContain('variants');
});
