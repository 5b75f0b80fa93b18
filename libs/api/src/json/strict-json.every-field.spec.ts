import { ScalarType, type DescField, type DescMessage } from '@bufbuild/protobuf';
import { InvalidFieldError, type Json } from '@pennon/domain';
import { allServices } from '../../../../test/support/all-services';
import { messageFromJson } from './message-json';
import { isStrict, pathTo } from './strict-json';

/** A field of a request, and where it is in the body. */
interface Place {
  readonly request: DescMessage;
  readonly field: DescField;
  readonly path: string;
  /** The body that has a value there. */
  readonly bodyWith: (value: Json) => Json;
}

const MAX_DEPTH = 5;

const requests = new Set(
  allServices.flatMap(({ methods }) => methods.map(({ input }) => input)).filter(isStrict),
);

/** Every field that a body may hold, in the request itself and in the messages within it. */
const places = [...requests].flatMap((request) => placesIn(request, request, '', (value) => value));

function placesIn(
  request: DescMessage,
  { fields }: DescMessage,
  parent: string,
  bodyWith: (value: Json) => Json,
): readonly Place[] {
  return fields.flatMap((field) => {
    const path = pathTo(parent, field.jsonName);
    const inBody = (value: Json): Json => bodyWith({ [field.jsonName]: value });
    const place = { request, field, path, bodyWith: inBody };
    if (field.message === undefined || !isStrict(field.message)) return [place];
    if (field.fieldKind !== 'list') return [place, ...placesIn(request, field.message, path, inBody)];
    return [place, ...placesIn(request, field.message, `${path}[0]`, (value) => inBody([value]))];
  });
}

/** Values of JSON that no field of the kind takes. */
function wrongValues({ fieldKind, scalar, message }: DescField): readonly Json[] {
  if (fieldKind === 'list') return [5, 'no list', {}, [[]], [true]];
  if (fieldKind === 'map') return [5, 'no map', []];
  if (message !== undefined) return [5, []];
  if (scalar === undefined) return ['NO_SUCH_NAME', 99, true, [], {}];
  if (scalar === ScalarType.STRING) return [true, [], {}];
  if (scalar === ScalarType.BOOL) return ['maybe', 1, [], {}];
  return ['abc', true, [], {}, Infinity];
}

const wrong = places.flatMap((place) => wrongValues(place.field).map((value) => ({ ...place, value })));

test('there are such fields', () => {
  expect(wrong.length).toBeGreaterThan(300);
});

test('a value of the wrong type is refused by the name of the field, or of its item', () => {
  const problems = wrong.flatMap(({ request, path, bodyWith, value }) => {
    const refused = fieldRefusedIn(request, bodyWith(value));
    const isNamed = refused === path || refused === `${path}[0]`;
    return isNamed ? [] : [`${request.typeName} ${path}: ${JSON.stringify(value)}: ${refused}`];
  });
  expect(problems).toEqual([]);
});

/** The field that the refusal of a body names; else the message. */
function fieldRefusedIn(request: DescMessage, body: Json): string {
  try {
    messageFromJson(request, body, MAX_DEPTH);
  } catch (error) {
    return error instanceof InvalidFieldError ? error.field : String(error);
  }
  return 'it was taken';
}
