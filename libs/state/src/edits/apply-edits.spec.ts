import { aFlagState } from '@pennon/testing';
import { InvalidArgumentError, NotFoundError, type JsonObject } from '@pennon/domain';
import type { FlagState } from '../flag-state';
import type { SegmentState } from '../segment-state';
import { applyEdits } from './apply-edits';
import type { FlagEdit, SegmentEdit } from './edit';

const flag = aFlagState('search', {
  ...{ name: 'Search', description: 'old', metadata: { owner: 'ana', tags: ['a'] } },
  variants: [{ key: 'fast', name: '', description: '', attachment: '' }],
});
const other = aFlagState('other', { name: 'Other' });
const pros: SegmentState = {
  ...{ key: 'pros', name: 'Pros', description: '', matchType: 'all', constraints: [] },
};

function edited(flags: readonly FlagEdit[], segments: readonly SegmentEdit[] = []): readonly FlagState[] {
  return applyEdits({ flags, segments }, { flags: [flag, other], segments: [pros] }).flags;
}

describe('an edit of a flag', () => {
  it.each<readonly [string, Omit<FlagEdit, 'key'>, Partial<FlagState>]>([
    ['enables it', { enabled: true }, { isEnabled: true }],
    ['disables it', { enabled: false }, { isEnabled: false }],
    ['gives it a default variant', { defaultVariant: 'fast' }, { defaultVariantKey: 'fast' }],
    ['takes its default variant away', { defaultVariant: '' }, { defaultVariantKey: undefined }],
    ['names it', { name: 'Search 2' }, { name: 'Search 2' }],
    ['describes it', { description: 'new' }, { description: 'new' }],
    ['takes its description away', { description: '' }, { description: '' }],
    [
      'sets and removes metadata, and keeps the rest',
      { metadata: { set: { owner: 'bob', team: null }, remove: ['tags', 'absent'] } },
      { metadata: { owner: 'bob', team: null } },
    ],
    ['removes all metadata', { metadata: { set: {}, remove: ['tags', 'owner'] } }, { metadata: undefined }],
    [
      'does several things at once',
      { name: 'Search 2', description: 'new', enabled: true },
      { name: 'Search 2', description: 'new', isEnabled: true },
    ],
  ])('%s', (_, edit, changes) => {
    expect(edited([{ key: 'search', ...edit }])).toEqual([{ ...flag, ...changes }]);
  });
});

describe('edits', () => {
  it('are carried out in their order, and make one state of each subject that they name', () => {
    expect(
      edited([
        { key: 'search', name: 'A' },
        { key: 'other', name: 'B' },
        { key: 'search', description: 'C' },
      ]),
    ).toEqual([
      { ...flag, name: 'A', description: 'C' },
      { ...other, name: 'B' },
    ]);
  });

  it('see what those before them did', () => {
    const aSwitch = aFlagState('switch', { type: 'boolean', isEnabled: true });
    const edits = [
      { key: 'switch', enabled: false },
      { key: 'switch', percentage: { percent: 5 } },
    ];
    const present = { flags: [aSwitch], segments: [] };
    expect(applyEdits({ flags: edits, segments: [] }, present).flags).toMatchObject([{ isEnabled: false }]);
    expect(() => applyEdits({ flags: edits.toReversed(), segments: [] }, present)).toThrow(
      'everyone else gets true already',
    );
  });

  it('of segments name and describe them', () => {
    const segments = [{ key: 'pros', name: 'Professionals', description: 'pay' }];
    expect(applyEdits({ flags: [], segments }, { flags: [], segments: [pros] }).segments).toEqual([
      { ...pros, name: 'Professionals', description: 'pay' },
    ]);
  });

  it.each<readonly [string, readonly FlagEdit[], string]>([
    ['are none', [], 'edits: must have 1 to 1000 flags and segments'],
    [
      'are too many',
      Array.from({ length: 1001 }, () => ({ key: 'search', name: 'x' })),
      'edits: must have 1 to 1000 flags and segments',
    ],
    ['do not name a flag', [{ key: '', name: 'x' }], 'edits.flags[0].key: must not be empty'],
    ['do nothing', [{ key: 'search' }], 'edits.flags[0]: must set something of flag "search"'],
    ['take the name away', [{ key: 'search', name: '' }], 'edits.flags[0].name: must not be empty'],
    [
      'give a very long description',
      [{ key: 'search', description: 'd'.repeat(65_537) }],
      'edits.flags[0].description: must not be longer than 65536 characters',
    ],
    [
      'set a part twice',
      [
        { key: 'search', name: 'x' },
        { key: 'search', name: 'x' },
      ],
      'edits.flags[1]: sets name of flag "search" a second time',
    ],
    [
      'set a member of the metadata twice',
      [
        { key: 'search', metadata: { set: { a: 1 }, remove: [] } },
        { key: 'search', metadata: { set: {}, remove: ['a'] } },
      ],
      'edits.flags[1]: sets metadata "a" of flag "search" a second time',
    ],
    [
      'set and remove a member of the metadata',
      [{ key: 'search', metadata: { set: { a: 1 }, remove: ['a'] } }],
      'edits.flags[0]: sets metadata "a" of flag "search" a second time',
    ],
    [
      'hold what no database keeps',
      [{ key: 'search', description: 'half \uD800' }],
      'edits.flags[0].description: ',
    ],
  ])('that %s are refused', (_, edits, message) => {
    expect(() => edited(edits)).toThrow(InvalidArgumentError);
    expect(() => edited(edits)).toThrow(`invalid field ${message}`);
  });

  it('of metadata that is nested too deeply are refused', () => {
    let nested: JsonObject = {};
    for (let depth = 0; depth < 200; depth++) nested = { nested };
    expect(() => edited([{ key: 'search', metadata: { set: nested, remove: [] } }])).toThrow(
      'invalid field metadata: must not be nested deeper than 188 levels',
    );
  });

  it('of what there is not are refused', () => {
    expect(() => edited([{ key: 'gone', name: 'x' }])).toThrow(new NotFoundError('flag "gone" not found'));
    expect(() => edited([], [{ key: 'gone', name: 'x' }])).toThrow(
      new NotFoundError('segment "gone" not found'),
    );
  });

  it('to a variant that there is not cannot be applied', () => {
    expect(() => edited([{ key: 'search', defaultVariant: 'slow' }])).toThrow(
      'edits.flags[0].defaultVariant cannot be applied: flag "search" has no variant "slow"',
    );
  });
});
