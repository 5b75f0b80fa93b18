import { operatorsByType } from '@pennon/state';
import { type ConstraintValues } from '../plan/drafts';
import { constraintProblems } from '../validation';
import { comparisonTypes, operatorHints, operatorLabel, operatorsOf } from './operators';
import { canSplit, listedValues, listOfValues, splitList, withOperator, withType } from './values';

const country: ConstraintValues = {
  type: 'STRING_COMPARISON_TYPE',
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
  const number: ConstraintValues = { ...country, property: 'age', operator: 'prefix', value: '18' };
  expect(withType(number, 'NUMBER_COMPARISON_TYPE')).toMatchObject({ operator: 'eq', value: '18' });
  expect(withType(country, 'NUMBER_COMPARISON_TYPE')).toMatchObject({ property: 'country', value: '' });
  const entity = withType(country, 'ENTITY_ID_COMPARISON_TYPE');
  expect(entity).toMatchObject({ property: 'entityId', value: 'DE' });
  expect(withType(entity, 'STRING_COMPARISON_TYPE')).toMatchObject({ property: '', value: 'DE' });
});

test('every operator has words of its own, in each type', () => {
  for (const type of comparisonTypes) {
    const labels = operatorsOf(type).map((operator) => operatorLabel(type, operator));
    expect(new Set(labels).size).toBe(labels.length);
    expect(labels.filter((label) => operatorsByType.string.some((operator) => operator === label))).toEqual(
      type === 'STRING_COMPARISON_TYPE' || type === 'ENTITY_ID_COMPARISON_TYPE' ? ['contains'] : [],
    );
  }
  expect(operatorLabel('NUMBER_COMPARISON_TYPE', 'lte')).toBe('≤');
  expect(operatorLabel('DATETIME_COMPARISON_TYPE', 'lte')).toBe('is at or before');
  expect(operatorLabel('STRING_COMPARISON_TYPE', 'eq')).toBe('equals (==)');
});

test('a stored constraint may keep an operator that only documents can give it', () => {
  const stored = { type: 'ENTITY_ID_COMPARISON_TYPE', operator: 'prefix' } as const;
  expect(operatorsOf('ENTITY_ID_COMPARISON_TYPE')).not.toContain('prefix');
  expect(operatorsOf('ENTITY_ID_COMPARISON_TYPE', stored)).toEqual([
    'eq',
    'neq',
    'prefix',
    'isoneof',
    'isnotoneof',
    'contains',
    'notcontains',
  ]);
  expect(operatorsOf('NUMBER_COMPARISON_TYPE', stored)).toEqual(operatorsOf('NUMBER_COMPARISON_TYPE'));
});

test('says what a missing property means where people are surprised by it', () => {
  expect(operatorHints('NUMBER_COMPARISON_TYPE', 'neq')).toHaveLength(1);
  expect(operatorHints('STRING_COMPARISON_TYPE', 'prefix')).toHaveLength(2);
  expect(operatorHints('BOOLEAN_COMPARISON_TYPE', 'true')).toEqual([]);
});

test('lists of numbers are sent as numbers, and a text among them is named', () => {
  const values: ConstraintValues = { ...country, type: 'NUMBER_COMPARISON_TYPE', operator: 'isoneof' };
  expect(listOfValues(['1', '2.5', '1e3'], values.type)).toBe('[1,2.5,1000]');
  expect(listedValues('[1,2.5]')).toEqual(['1', '2.5']);
  const wrong = { ...values, value: listOfValues(['1', 'two'], values.type) };
  expect(constraintProblems(wrong).value).toBe('"two" is not a number.');
});

test('a list that is too long for one constraint is split', () => {
  const keys = Array.from({ length: 201 }, (_, index) => `user-${index}`);
  const values: ConstraintValues = { ...country, operator: 'isoneof', value: JSON.stringify(keys) };
  expect(canSplit(values)).toBe(true);
  expect(canSplit({ ...values, operator: 'isnotoneof' })).toBe(false);
  expect(splitList(values).flatMap(({ value }) => listedValues(value))).toEqual(keys);
  expect(splitList(values)).toHaveLength(3);
});
