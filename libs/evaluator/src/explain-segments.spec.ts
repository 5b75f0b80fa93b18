import { compileSnapshot, SNAPSHOT_FORMAT_VERSION, type ConstraintDocument } from '@pennon/snapshot';
import { explainBoolean } from './explain-boolean';
import { type ConstraintExplanation, type Verdict } from './explanation';

const context = {
  country: 'NL',
  age: 'twelve',
  since: 'yesterday',
  beta: 'yes',
  nothing: '',
  blank: ' \t',
  seats: '7',
};

type Stored = readonly [type: ConstraintDocument['type'], property: string, operator: string, value: string];

describe('the verdict on a constraint', () => {
  it.each<[actual: string | undefined, verdict: Verdict, ...stored: Stored]>([
    ['NL', 'matched', 'string', 'country', 'eq', 'NL'],
    ['NL', 'not-matched', 'string', 'country', 'eq', 'BE'],
    [undefined, 'absent', 'string', 'city', 'neq', 'Delft'],
    [undefined, 'absent', 'string', 'constructor', 'notempty', ''],
    [undefined, 'matched', 'string', 'city', 'empty', ''],
    ['', 'empty', 'string', 'nothing', 'neq', 'Delft'],
    [' \t', 'empty', 'string', 'blank', 'notempty', ''],
    ['NL', 'not-matched', 'string', 'country', 'empty', ''],
    ['NL', 'never', 'string', 'country', 'isoneof', 'no list'],
    ['NL', 'never', 'string', 'country', 'EQ', 'NL'],
    ['twelve', 'not-a-number', 'number', 'age', 'gte', '18'],
    ['twelve', 'not-a-number', 'number', 'age', 'isnotoneof', '[1,2]'],
    ['7', 'not-matched', 'number', 'seats', 'gt', '18'],
    ['7', 'matched', 'number', 'seats', 'isoneof', '[7,8]'],
    ['7', 'never', 'number', 'seats', 'neq', 'many'],
    ['yesterday', 'not-a-date', 'datetime', 'since', 'lt', '2024-01-02'],
    [undefined, 'absent', 'datetime', 'until', 'lt', '2024-01-02'],
    ['yes', 'not-a-boolean', 'boolean', 'beta', 'false', ''],
    ['user-1', 'matched', 'entityId', 'country', 'eq', 'user-1'],
    ['user-1', 'not-matched', 'entityId', 'country', 'eq', 'NL'],
  ])('on %j is %s: %s %s %s %s', (actual, verdict, type, property, operator, value) => {
    const expected = { id: 'c1', type, property, operator, wanted: value, actual, verdict };
    expect(explain('user-1', { id: 'c1', type, property, operator, value })).toEqual(expected);
  });

  it('on the empty entity id is that it is empty', () => {
    const constraint = { id: 'c1', type: 'entityId', property: '', operator: 'neq', value: 'a' } as const;
    expect(explain('', constraint)).toMatchObject({ actual: '', verdict: 'empty' });
  });
});

/** What is said of the constraint of the only segment of a flag. */
function explain(entityId: string, constraint: ConstraintDocument): ConstraintExplanation | undefined {
  const step = { type: 'segment', segmentKeys: ['s'], segmentOperator: 'or', value: true } as const;
  const texts = { name: '', description: '' };
  const contents = { ...texts, isEnabled: false, createdAt: 0, updatedAt: 0, variants: [] };
  const { document, flags } = compileSnapshot({
    formatVersion: SNAPSHOT_FORMAT_VERSION,
    namespaceKey: 'default',
    revision: 1,
    segments: [{ key: 's', matchType: 'all', constraints: [constraint] }],
    flags: [{ type: 'boolean', key: 'f', ...contents, rollouts: [{ id: 'o1', rank: 1, step }] }],
  });
  const flag = flags.get('f');
  if (flag?.type !== 'boolean') throw new Error('a boolean flag compiles to a boolean flag');
  const [rollout] = explainBoolean(flag, entityId, context, document).rollouts;
  return rollout?.type === 'segment' ? rollout.segments[0]?.constraints[0] : undefined;
}
