import { type SegmentState } from '@pennon/state';
import { aFlag } from '../../../tests/support/a-flag';
import { dryRun, planCopy } from './copy-plans';

const flag = aFlag('colour', {
  name: 'Colour',
  variants: [{ key: 'blue', name: '', description: '', attachment: '' }],
  rules: [
    {
      ...{ segmentKeys: ['beta'], segmentOperator: 'or' },
      distributions: [{ variantKey: 'blue', rolloutPercent: 100 }],
    },
  ],
});
const segment: SegmentState = {
  key: 'beta',
  name: 'Beta',
  description: '',
  matchType: 'all',
  constraints: [],
};
const file = { flags: [flag], segments: [segment] };
const all = { withTargeting: true, withSegments: true, keepEnabled: true };
const off = { by: 'ann', at: undefined, reason: 'payments fail' };

/** A namespace that has the flag and the segment, both with other names. */
const target = {
  ...{ namespaceKey: 'shop', base: '3.a' },
  flags: [{ ...flag, name: 'Hue' }],
  segments: [{ ...segment, name: 'Testers' }],
};

test('what differs is skipped unless something else is chosen', () => {
  const items = dryRun({ source: file, chosen: file, target });
  expect(items.map(({ key, state }) => `${key} ${state}`)).toEqual(['beta differs', 'colour differs']);
  expect(planCopy(target, items).wanted).toBeUndefined();
  const { wanted, changes } = planCopy(target, items, new Map([['flag:colour', 'overwrite']]));
  expect(wanted).toMatchObject({
    base: '3.a',
    flags: [{ state: flag, before: { name: 'Hue' } }],
    segments: [],
  });
  expect(changes).toEqual([{ kind: 'update', subject: 'Flag colour: name', before: 'Hue', after: 'Colour' }]);
});

test('a copy under a new key uses segments under their new keys', () => {
  const choices = new Map([
    ['segment:beta', { copyAs: 'beta-2' }],
    ['flag:colour', { copyAs: 'colour-2' }],
  ]);
  const { wanted } = planCopy(target, dryRun({ source: file, chosen: file, target }), choices);
  expect(wanted).toMatchObject({
    created: { flags: ['colour-2'], segments: ['beta-2'] },
    flags: [{ state: { key: 'colour-2', rules: [{ segmentKeys: ['beta-2'] }] } }],
    segments: [{ state: { key: 'beta-2' } }],
  });
});

test('a flag of another type, and one whose segments are nowhere, are left out', () => {
  const flags = [
    { ...flag, type: 'boolean' as const, rules: [] },
    { ...flag, key: 'lonely' },
  ];
  const items = dryRun({
    source: { flags, segments: [] },
    chosen: { flags, segments: [] },
    target: { ...target, segments: [] },
  });
  expect(items).toMatchObject([{ canOverwrite: false }, { state: 'create', missingSegments: ['beta'] }]);
  expect(planCopy(target, items, new Map([['flag:colour', 'overwrite']])).wanted).toBeUndefined();
});

test('a copy without rules keeps those that are there, as far as they serve variants that stay', () => {
  const source = { flags: [{ ...flag, variants: [], rules: [] }], segments: [] };
  const options = { ...all, withTargeting: false, keepEnabled: false };
  const [item] = dryRun({ source, chosen: source, target, options });
  expect(item).toMatchObject({
    wanted: { isEnabled: true, rules: [{ segmentKeys: ['beta'], distributions: [] }] },
    asNew: { isEnabled: false, rules: [] },
  });
});

test('a copy leaves whether a flag is off to the namespace, and a file says it', () => {
  const source = { flags: [{ ...flag, off }], segments: [segment] };
  const scene = { source, chosen: { flags: source.flags, segments: [] } };
  const offIn = (items: ReturnType<typeof dryRun>) =>
    items.flatMap((item) => (item.kind === 'flag' ? [item.wanted.off] : []));
  expect(offIn(dryRun({ ...scene, target, options: all }))).toEqual([undefined]);
  expect(offIn(dryRun({ ...scene, target: { ...target, flags: [] }, options: all }))).toEqual([off]);
  expect(offIn(dryRun({ ...scene, target }))).toEqual([off]);
});
