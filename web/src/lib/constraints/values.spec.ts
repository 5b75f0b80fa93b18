import { comparisonTypes } from '@pennon/domain';
import { type ConstraintState, operatorsByType } from '@pennon/state';
import { constraintProblems } from '../validation';
import { operatorHints, operatorLabel, operatorsOf } from './operators';
import { canSplit, listedValues, listOfValues, splitList, withOperator, withType } from './values';

const country: ConstraintState = {
  type: 'string',
  property: 'country',
  operator: 'eq',
  value: 'DE',
  description: '',
};

test('a list keeps the value that there was, and one value that of a list', () => {
  const list = withOperator(country, 'isoneof');
  expect(list.value).toBe('["DE"]');
  expect(withOperator(list, 'prefix').value).toBe('DE');
  expect(withOperator({ ...list, value: '["DE","FR"]' }, 'eq').value).toBe('');
  expect(withOperator({ ...list, value: '["DE","FR"]' }, 'isnotoneof').value).toBe('["DE","FR"]');
  expect(withOperator(country, 'empty').value).toBe('');
});

test('another type resets the operator, and keeps the value while it is one of that type', () => {
  const number: ConstraintState = { ...country, property: 'age', operator: 'prefix', value: '18' };
  expect(withType(number, 'number')).toMatchObject({ operator: 'eq', value: '18' });
  expect(withType(country, 'number')).toMatchObject({ property: 'country', value: '' });
  const entity = withType(country, 'entityId');
  expect(entity).toMatchObject({ property: 'entityId', value: 'DE' });
  expect(withType(entity, 'string')).toMatchObject({ property: '', value: 'DE' });
});

test('every operator has words of its own, in each type', () => {
  for (const type of comparisonTypes) {
    const labels = operatorsOf(type).map((operator) => operatorLabel(type, operator));
    expect(new Set(labels).size).toBe(labels.length);
    expect(labels.filter((label) => operatorsByType.string.some((operator) => operator === label))).toEqual(
      type === 'string' || type === 'entityId' ? ['contains'] : [],
    );
  }
  expect(operatorLabel('number', 'lte')).toBe('≤');
  expect(operatorLabel('datetime', 'lte')).toBe('is at or before');
  expect(operatorLabel('string', 'eq')).toBe('equals (==)');
});

test('a stored constraint may keep an operator that only documents can give it', () => {
  const stored = { type: 'entityId', operator: 'prefix' } as const;
  expect(operatorsOf('entityId')).not.toContain('prefix');
  expect(operatorsOf('entityId', stored)).toEqual([
    'eq',
    'neq',
    'prefix',
    'isoneof',
    'isnotoneof',
    'contains',
    'notcontains',
  ]);
  expect(operatorsOf('number', stored)).toEqual(operatorsOf('number'));
});

test('says what a missing property means where people are surprised by it', () => {
  expect(operatorHints('number', 'neq')).toHaveLength(1);
  expect(operatorHints('string', 'prefix')).toHaveLength(2);
  expect(operatorHints('boolean', 'true')).toEqual([]);
});

test('lists of numbers are sent as numbers, and a text among them is named', () => {
  const values: ConstraintState = { ...country, type: 'number', operator: 'isoneof' };
  expect(listOfValues(['1', '2.5', '1e3'], values.type)).toBe('[1,2.5,1000]');
  expect(listedValues('[1,2.5]')).toEqual(['1', '2.5']);
  const wrong = { ...values, value: listOfValues(['1', 'two'], values.type) };
  expect(constraintProblems(wrong).value).toBe('"two" is not a number.');
});

test('a list that is too long for one constraint is split', () => {
  const keys = Array.from({ length: 201 }, (_, index) => `user-${index}`);
  const values: ConstraintState = { ...country, operator: 'isoneof', value: JSON.stringify(keys) };
  expect(canSplit(values)).toBe(true);
  expect(canSplit({ ...values, operator: 'isnotoneof' })).toBe(false);
  expect(splitList(values).flatMap(({ value }) => listedValues(value))).toEqual(keys);
  expect(splitList(values)).toHaveLength(3);
});
