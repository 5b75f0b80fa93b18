import { comparisonTypes, InvalidArgumentError } from '@pennon/domain';
import { assertOperatorKept, normalizeConstraint, type ConstraintInput } from './normalize-constraint';
import { operatorsByType, operatorsWithoutValue, storedOperatorsByType } from './operators-by-type';

function constraint(changes: Partial<ConstraintInput> = {}): ConstraintInput {
  return { type: 'string', property: 'country', operator: 'eq', value: 'NL', ...changes };
}

const hundredAndOne = JSON.stringify(Array.from({ length: 101 }, (_, index) => String(index)));
const hundred = JSON.stringify(Array.from({ length: 100 }, (_, index) => String(index)));

describe('normalizeConstraint', () => {
  it('stores a good constraint as it is sent', () => {
    expect(normalizeConstraint(constraint())).toEqual(constraint());
  });

  it('stores the operator in lower case', () => {
    expect(normalizeConstraint(constraint({ operator: 'IsOneOf', value: '["NL"]' }))).toEqual(
      constraint({ operator: 'isoneof', value: '["NL"]' }),
    );
  });

  it('drops the value of an operator that takes none', () => {
    expect(normalizeConstraint(constraint({ operator: 'notempty', value: 'x' })).value).toBe('');
  });

  it('accepts every operator of every type', () => {
    const values = { string: '["a"]', entityId: '["a"]', number: '[1]', boolean: '', datetime: '2024-01-02' };
    for (const type of comparisonTypes) {
      for (const operator of operatorsByType[type]) {
        const property = type === 'entityId' ? 'entityId' : 'p';
        const value = operatorsWithoutValue.has(operator) ? '' : values[type];
        const input = { type, property, operator, value };
        expect(normalizeConstraint({ ...input, operator: operator.toUpperCase() })).toEqual(input);
      }
    }
  });

  it.each([
    ['2024-01-02T03:04:05.678+02:00', '2024-01-02T01:04:05Z'],
    ['2024-01-02', '2024-01-02'],
  ])('stores the datetime %s as %s', (value, stored) => {
    const input = constraint({ type: 'datetime', operator: 'lt', value });
    expect(normalizeConstraint(input).value).toBe(stored);
  });

  it.each([
    constraint({ type: 'number', operator: 'eq', value: 'five' }),
    constraint({ type: 'string', operator: 'isoneof', value: 'null' }),
    constraint({ type: 'string', operator: 'isoneof', value: hundred }),
    constraint({ value: ' ' }),
  ])('leaves the value of %j alone', (input) => {
    expect(normalizeConstraint(input).value).toBe(input.value);
  });

  it.each<[message: string, input: ConstraintInput]>([
    ['invalid field property: must not be empty', constraint({ property: '', operator: '' })],
    ['invalid field operator: must not be empty', constraint({ operator: '', type: undefined })],
    ['invalid constraint type: "UNKNOWN_COMPARISON_TYPE"', constraint({ type: undefined, value: '' })],
    [
      'property is country instead of "entityId"',
      constraint({ type: 'entityId', operator: 'lt', value: '' }),
    ],
    [
      'constraint operator "PREFIX" is not valid for type entityId',
      constraint({ type: 'entityId', property: 'entityId', operator: 'PREFIX' }),
    ],
    ['constraint operator "lt" is not valid for type string', constraint({ operator: 'lt', value: '' })],
    [
      'constraint operator "a\\"b" is not valid for type number',
      constraint({ type: 'number', operator: 'a"b' }),
    ],
    [
      'constraint operator "eq" is not valid for type boolean',
      constraint({ type: 'boolean', operator: 'eq' }),
    ],
    [
      'constraint operator "empty" is not valid for type datetime',
      constraint({ type: 'datetime', operator: 'empty' }),
    ],
    ['invalid field value: must not be empty', constraint({ value: '' })],
    ['invalid field value: must not be empty', constraint({ type: 'datetime', operator: 'eq', value: '' })],
    ['parsing datetime from "soon"', constraint({ type: 'datetime', value: 'soon' })],
    ['parsing datetime from "soon"', constraint({ type: 'datetime', operator: 'present', value: 'soon' })],
    [
      'parsing datetime from "[\\"2024-01-02\\"]"',
      constraint({ type: 'datetime', operator: 'isoneof', value: '["2024-01-02"]' }),
    ],
    [
      'invalid value provided for property "country" of type string',
      constraint({ operator: 'isoneof', value: '["NL", 1]' }),
    ],
    [
      'invalid value provided for property "entityId" of type entityId',
      constraint({ type: 'entityId', property: 'entityId', operator: 'isnotoneof', value: 'a,b' }),
    ],
    [
      'invalid value provided for property "country" of type number',
      constraint({ type: 'number', operator: 'isoneof', value: '["1"]' }),
    ],
    [
      'too many values provided for property "country" of type string (maximum 100)',
      constraint({ operator: 'isoneof', value: hundredAndOne }),
    ],
  ])('refuses with %s', (message, input) => {
    expect(() => normalizeConstraint(input)).toThrow(new InvalidArgumentError(message));
  });
});

describe('operators that only documents have', () => {
  const wide = constraint({ type: 'entityId', property: 'entityId', operator: 'prefix', value: 'emp-' });

  it('are allowed where documents are read', () => {
    expect(normalizeConstraint(wide, storedOperatorsByType)).toEqual(wide);
    expect(storedOperatorsByType.entityId).toEqual(storedOperatorsByType.string);
  });

  it('may be kept, and nothing may be changed to one of them', () => {
    const changed = { type: 'entityId', operator: 'prefix' } as const;
    const narrow = { type: 'entityId', operator: 'eq' } as const;
    assertOperatorKept(changed, changed);
    assertOperatorKept(narrow, changed);
    for (const before of [undefined, narrow, { type: 'string', operator: 'prefix' } as const]) {
      expect(() => {
        assertOperatorKept(changed, before);
      }).toThrow('constraint operator "prefix" is not valid for type entityId');
    }
  });
});
