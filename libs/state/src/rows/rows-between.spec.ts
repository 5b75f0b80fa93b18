import { aConstraint, aDistribution, aFlag, aRollout, aRule, aSegment, aVariant } from '@pennon/testing';
import { flagRowsBetween, isNothing, segmentRowsBetween, type RowDifference } from './rows-between';
import type { StoredFlag, StoredSegment } from './stored-flag';

const [red, blue] = [aVariant('colour', 'v1', { key: 'red' }), aVariant('colour', 'v2', { key: 'blue' })];
const shares = [aDistribution('r1', 'v1', { id: 'd1' }), aDistribution('r1', 'v2', { id: 'd2' })];
const first = { ...aRule('colour', 'r1'), distributions: shares };
const second = { ...aRule('colour', 'r2', { rank: 2 }), distributions: [] };
const rollout = aRollout('colour', 'o1');
const flag: StoredFlag = {
  ...aFlag('colour', { defaultVariantId: 'v1' }),
  variants: [red, blue],
  rules: [first, second],
  rollouts: [rollout],
};
const constraints = [aConstraint('dutch', 'c1'), aConstraint('dutch', 'c2')];
const segment: StoredSegment = { ...aSegment('dutch'), constraints };

/** Names of the rows that are written: `+` created, `~` changed, `.` changed in its moment alone, `-` deleted. */
function written(difference: object): readonly string[] {
  return Object.entries(difference).flatMap(([noun, rows]) => {
    const { created, changed, deleted } = rows as RowDifference<{
      readonly id?: string;
      readonly key?: string;
    }>;
    const nameOf = ({ id, key = '' }: { readonly id?: string; readonly key?: string }): string => id ?? key;
    return [
      ...created.map((row) => `+ ${noun} ${nameOf(row)}`),
      ...changed.map(({ after, isOther }) => `${isOther ? '~' : '.'} ${noun} ${nameOf(after)}`),
      ...deleted.map((row) => `- ${noun} ${nameOf(row)}`),
    ];
  });
}

function between(changes: Partial<StoredFlag>): readonly string[] {
  return written(flagRowsBetween(flag, { ...flag, ...changes }));
}

describe('the rows between a flag and a flag', () => {
  it('are none if both are the same, whichever objects they are', () => {
    const copy = structuredClone(flag);
    expect(written(flagRowsBetween(flag, copy))).toEqual([]);
    expect(isNothing(flagRowsBetween(flag, copy))).toBe(true);
    expect(isNothing(flagRowsBetween(undefined, undefined))).toBe(true);
  });

  it.each<[what: string, changes: Partial<StoredFlag>, rows: readonly string[]]>([
    ['a name', { name: 'Colour!' }, ['~ flags colour']],
    ['metadata in another order', { metadata: { b: 1, a: 2 } }, ['~ flags colour']],
    ['a moment', { updatedAt: flag.updatedAt + 1 }, ['. flags colour']],
    ['a variant’s key', { variants: [{ ...red, key: 'rouge' }, blue] }, ['~ variants v1']],
    [
      'an attachment',
      {
        variants: [
          { ...red, attachment: '"a b"' },
          { ...blue, attachment: '{}' },
        ],
      },
      ['~ variants v1', '~ variants v2'],
    ],
    ['a rank, shared', { rules: [first, { ...second, rank: 1 }] }, ['~ rules r2']],
    ['a share', { rules: [{ ...first, distributions: shares.slice(1) }, second] }, ['- distributions d1']],
    [
      'a percent',
      {
        rules: [
          { ...first, distributions: shares.map((share) => ({ ...share, rolloutPercent: 7 })) },
          second,
        ],
      },
      ['~ distributions d1', '~ distributions d2'],
    ],
    [
      'a rule with its shares',
      { rules: [second] },
      ['- rules r1', '- distributions d1', '- distributions d2'],
    ],
    [
      'a rollout that is like the one that is gone',
      { rollouts: [{ ...rollout, id: 'o2' }] },
      ['+ rollouts o2', '- rollouts o1'],
    ],
    ['the order of equal things alone', { variants: [blue, red], rules: [second, first] }, []],
  ])('are of %s', (_, changes, rows) => {
    expect(between(changes)).toEqual(rows);
  });

  it('do not mind white space of attachments, but for that in texts', () => {
    const stored = { ...flag, variants: [{ ...red, attachment: '{"a":"b c"}' }] };
    const respaced = (attachment: string): StoredFlag => ({ ...flag, variants: [{ ...red, attachment }] });
    expect(isNothing(flagRowsBetween(stored, respaced(' {\n"a" :\t"b c" }\r')))).toBe(true);
    expect(isNothing(flagRowsBetween(stored, respaced('{"a":"b  c"}')))).toBe(false);
  });

  it('are all of them if it was not there, or is not there any more', () => {
    const all = ['flags colour', 'variants v1', 'variants v2', 'rules r1', 'rules r2'];
    const names = [...all, 'distributions d1', 'distributions d2', 'rollouts o1'];
    expect(written(flagRowsBetween(undefined, flag))).toEqual(names.map((name) => `+ ${name}`));
    expect(written(flagRowsBetween(flag, undefined))).toEqual(names.map((name) => `- ${name}`));
    expect(isNothing(flagRowsBetween(undefined, flag))).toBe(false);
    expect(isNothing(flagRowsBetween(flag, undefined))).toBe(false);
  });

  it('tell moments from what is meant', () => {
    const touched = { ...flag, rules: [{ ...first, updatedAt: 9 }, second] };
    expect(isNothing(flagRowsBetween(flag, touched))).toBe(true);
    expect(isNothing(flagRowsBetween(flag, { ...touched, rules: [first, { ...second, rank: 7 }] }))).toBe(
      false,
    );
  });
});

it('are found for segments alike', () => {
  const [one = constraints[0], two] = constraints;
  const changed = { ...segment, matchType: 'any' as const, constraints: [{ ...one, value: 'BE' }] };
  expect(two?.id).toBe('c2');
  expect(written(segmentRowsBetween(segment, changed as StoredSegment))).toEqual([
    '~ segments dutch',
    '~ constraints c1',
    '- constraints c2',
  ]);
});
