import { aConstraint, aSegment, SOME_MOMENT } from '@pennon/testing';
import type { ConstraintState, SegmentState } from '../segment-state';
import { adoptSegment } from './adopt-segment';
import type { StoredSegment } from './stored-flag';

const stored: StoredSegment = {
  ...aSegment('dutch'),
  constraints: [aConstraint('dutch', 'c1'), aConstraint('dutch', 'c2', { property: 'plan', value: 'gold' })],
};
const [country, plan] = [constraint('country', 'NL'), constraint('plan', 'gold')];
const rows = { id: (noun: string) => `new ${noun}`, now: () => SOME_MOMENT + 1, author: 'ana' };

function constraint(property: string, value: string): ConstraintState {
  return { type: 'string', property, operator: 'eq', value, description: '' };
}

/** The segment and its constraints as `ID PROPERTY VALUE`, with `!` behind what is written now. */
function adopted(changes: Partial<SegmentState>): readonly string[] {
  const said = { key: 'dutch', name: 'Name of dutch', description: '', matchType: 'all' } as const;
  const wanted = { ...said, constraints: [country, plan], ...changes };
  const { name, constraints, updatedAt } = adoptSegment('default', stored, wanted, rows);
  const mark = (moment: number): string => (moment > SOME_MOMENT ? '!' : '');
  return [
    `${name}${mark(updatedAt)}`,
    ...constraints.map((one) => `${one.id} ${one.property} ${one.value}${mark(one.updatedAt)}`),
  ];
}

const unchanged = 'Name of dutch';

it.each<[what: string, changes: Partial<SegmentState>, outcome: readonly string[]]>([
  ['nothing', {}, [unchanged, 'c1 country NL', 'c2 plan gold']],
  ['another name', { name: 'New' }, ['New!', 'c1 country NL', 'c2 plan gold']],
  ['another order', { constraints: [plan, country] }, [unchanged, 'c2 plan gold', 'c1 country NL']],
  [
    'another value',
    { constraints: [constraint('plan', 'free'), country] },
    [unchanged, 'c2 plan free!', 'c1 country NL'],
  ],
  [
    'a constraint more',
    { constraints: [country, constraint('age', '7'), plan] },
    [unchanged, 'c1 country NL', 'new constraint age 7!', 'c2 plan gold'],
  ],
  ['a constraint less', { constraints: [plan] }, [unchanged, 'c2 plan gold']],
])('a segment that is to have %s keeps the rows that are like it', (_, changes, outcome) => {
  expect(adopted(changes)).toEqual(outcome);
});
