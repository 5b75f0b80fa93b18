import { ScalarType, type DescField, type DescMessage } from '@bufbuild/protobuf';
import { InvalidFieldError } from '@pennon/domain';
import { pennonFind } from '@pennon/proto';
import { allServices } from '../../../../test/support/all-services';
import { RouteTable } from '../rpc/route-table';
import { isQueryParameter } from './parameter';
import { messageFromQuery } from './query';

const routes = new RouteTable(allServices).routes.filter(
  ({ isStrict, source }) => isStrict && source === 'query',
);
const parameters = routes.flatMap(({ method: { input }, segments }) =>
  input.fields
    .filter((field) => isQueryParameter(field) && !segments.includes(field))
    .map((field) => ({ input, field, name: field.jsonName })),
);
const readable = parameters.filter(({ field }) => field.scalar !== ScalarType.STRING);

test('there are such parameters', () => {
  expect(readable.length).toBeGreaterThan(20);
});

test('an enum is refused by the names that it may have', () => {
  expect(() => messageFromQuery(pennonFind.FindFlagsRequestSchema, 'order=KEY')).toThrow(
    'invalid field order: must be KEY_FIRST, NAME_FIRST or LAST_CHANGED_FIRST, not "KEY"',
  );
});

test.each(readable)('$input.typeName: a value that cannot be read is refused by the name of $name', (row) => {
  expect(refusalOf(row.input, `${row.name}=zzz`)).toMatch(problemOf(row.field));
  expect(refusalOf(row.input, `${row.name}=zzz`)).toContain(`invalid field ${row.name}: `);
});

function problemOf({ scalar, enum: values }: DescField): RegExp {
  if (values !== undefined) return /: must be ([A-Z_, ]+ or )?[A-Z_]+, not "zzz"$/;
  if (scalar === ScalarType.BOOL) return /: must be true or false, not "zzz"$/;
  if (scalar !== undefined) return /: must be a whole number, not "zzz"$/;
  return /: "zzz" is not a time/;
}

test.each(parameters.filter(({ field }) => field.fieldKind !== 'list'))(
  '$input.typeName: two values of $name are refused by its name',
  ({ input, name }) => {
    expect(refusalOf(input, `${name}=1&${name}=1`)).toBe(`invalid field ${name}: is given twice`);
  },
);

test('a number that is out of range is refused by its bits', () => {
  expect(refusalOf(pennonFind.FindFlagsRequestSchema, 'limit=2147483648')).toBe(
    'invalid field limit: must be a number of 32 bits, not "2147483648"',
  );
});

/** The message of an {@link InvalidFieldError}. */
function refusalOf(type: DescMessage, query: string): string {
  try {
    messageFromQuery(type, query);
  } catch (error) {
    if (error instanceof InvalidFieldError) return error.message;
    throw error;
  }
  throw new Error('it was taken');
}
