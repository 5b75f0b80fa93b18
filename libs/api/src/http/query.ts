import { create, type DescField, type DescMessage, type MessageShape } from '@bufbuild/protobuf';
import { invalidField, quote } from '@pennon/domain';
import { holdsJsonText } from '../json/json-texts';
import { unknownField } from '../json/strict-json';
import type { RouteMatch } from '../rpc/route-table';
import { isQueryParameter, parse, unreadable } from './parameter';

/** The parameter that every call takes, whatever its value: the answer is indented. */
export const PRETTY = 'pretty';

/** The parameter of calls whose answers hold JSON as text: with the value `JSON`, it is JSON in the answer. */
export const VIEW = 'view';

/** What {@link VIEW} may be. */
export const JSON_VIEW = 'JSON';

/**
 * Holds a query to the parameters of a call of Pennon's own: a filter that is misspelt must not mean "all of them".
 *
 * @throws UnknownFieldError if there is another one.
 * @throws InvalidFieldError if one says otherwise than the path.
 */
export function assertParameters(query: string, { method, source, parameters }: RouteMatch): void {
  if (query === '') return;
  const given = new URLSearchParams(query);
  const fields = source === 'body' ? [] : method.input.fields.filter(isQueryParameter);
  const hasView = holdsJsonText(method.output);
  const names = new Set([
    PRETTY,
    ...(hasView ? [VIEW] : []),
    ...fields.flatMap(({ name, jsonName }) => [name, jsonName]),
  ]);
  for (const name of given.keys()) if (!names.has(name)) throw unknownField('', name, fields);
  if (hasView && given.getAll(VIEW).some((view) => view !== JSON_VIEW))
    throw invalidField(VIEW, `must be ${JSON_VIEW}`);
  for (const { field, value } of parameters) {
    for (const text of [...given.getAll(field.jsonName), ...given.getAll(field.name)])
      assertLikePath(field, text, value);
  }
}

/** @throws InvalidFieldError if a field of a strict call is given another value than the path has. */
export function assertLikePath({ jsonName }: DescField, given: unknown, inPath: string): void {
  if (given !== inPath) throw invalidField(jsonName, `contradicts the path, where it is ${quote(inPath)}`);
}

/**
 * The message a query string means. Parameters are named in camelCase or snake_case; unknown ones are ignored.
 *
 * @param inPath The fields that the path gives; parameters of their names are ignored.
 * @throws InvalidArgumentError if a parameter is given twice or does not parse.
 */
export function messageFromQuery<T extends DescMessage>(
  type: T,
  query: string,
  inPath: readonly DescField[] = [],
): MessageShape<T> {
  const message = create(type);
  // Most have none, and to find that out here is cheaper.
  if (query === '') return message;
  const values: Record<string, unknown> = message;
  const parameters = new URLSearchParams(query);
  if (parameters.size === 0) return message;
  for (const field of type.fields) {
    if (!isQueryParameter(field) || inPath.includes(field)) continue;
    const given = parameters.getAll(field.jsonName);
    if (field.name !== field.jsonName) given.push(...parameters.getAll(field.name));
    const [text] = given;
    if (text === undefined) continue;
    if (field.fieldKind === 'list') {
      values[field.localName] = given.map((one) => parse(field, one));
      continue;
    }
    if (given.length > 1) {
      const values = given.join(', ');
      throw unreadable(field, `too many values for field ${quote(field.name)}: ${values}`, 'is given twice');
    }
    values[field.localName] = parse(field, text);
  }
  return message;
}
