import { type ConstraintState } from '@pennon/state';
import * as z from '../zod';
import { constraintProblems } from './constraint';
import { attachmentSchema, contextSchema, keySchema, nameSchema, variantKeySchema } from './fields';

const key = keySchema('flag', (each) => each === 'taken');
const variantKey = variantKeySchema(['blue']);

test.each([
  ['Key', key, '', 'Enter a key.'],
  ['Key', key, 'a b', 'Use letters, digits, hyphens, underscores and commas only.'],
  ['Key', key, 'taken', 'A flag with this key already exists.'],
  ['Key', key, 'a-b_c,D9', undefined],
  ['Key', key, 'a'.repeat(255), undefined],
  ['Key', key, 'a'.repeat(256), 'Use at most 255 characters.'],
  ['Name', nameSchema, '', 'Enter a name.'],
  ['Name', nameSchema, '  ', 'Enter a name.'],
  ['Variant key', variantKey, '', 'Enter a key.'],
  ['Variant key', variantKey, 'blue', 'This flag already has a variant "blue".'],
  ['Variant key', variantKey, 'any thing!', undefined],
  ['Attachment', attachmentSchema, '', undefined],
  ['Attachment', attachmentSchema, '[1]', undefined],
  ['Attachment', attachmentSchema, `"${'a'.repeat(1_023_998)}"`, undefined],
  ['Attachment', attachmentSchema, `"${'a'.repeat(1_228_000)}"`, 'Attachment is too large (1.2 of 1.0 MB).'],
  ['Console context', contextSchema, '{"a":1}', 'Context must be a JSON object whose values are text.'],
  ['Console context', contextSchema, '[]', 'Context must be a JSON object whose values are text.'],
  ['Console context', contextSchema, '{"a":"1"}', undefined],
])('%s %#', (_, schema, value, message) => {
  expect(z.safeParse(schema, value).error?.issues[0]?.message).toBe(message);
});

test('an attachment that is no JSON names the line', () => {
  const message = z.safeParse(attachmentSchema, '{\n"a": 1,\n x}').error?.issues[0]?.message;
  expect(message).toMatch(/^Attachment must be valid JSON \(line 3: /);
});

const numbers = { type: 'number', property: 'age', description: '' } as const;
const dates = { ...numbers, type: 'datetime' } as const;

test.each<[ConstraintState, string | undefined]>([
  [{ ...numbers, operator: 'eq', value: '' }, 'Enter a value.'],
  [{ ...numbers, operator: 'present', value: '' }, undefined],
  [{ ...numbers, operator: 'gt', value: 'old' }, '"old" is not a number.'],
  [{ ...numbers, operator: 'isoneof', value: '[1,"x"]' }, '"x" is not a number.'],
  [
    { ...numbers, operator: 'isoneof', value: JSON.stringify(Array(101).fill(1)) },
    'A list can hold 100 values; this one has 101.',
  ],
  [{ ...dates, operator: 'gt', value: 'tomorrow' }, 'Enter a date such as 2026-11-20 or a date and time.'],
  [{ ...dates, operator: 'gt', value: '2026-11-20' }, undefined],
])('constraint value %#', (values, message) => {
  expect(constraintProblems(values).value).toBe(message);
});

test('a constraint needs a property', () => {
  expect(constraintProblems({ ...numbers, property: '', operator: 'present', value: '' })).toEqual({
    property: 'Enter a property.',
  });
});
