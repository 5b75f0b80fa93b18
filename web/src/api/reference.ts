import { queryOptions } from '@tanstack/react-query';
import { api } from './client';
import { SELDOM } from './meta';
import { boolOf, isWireObject, listOf, objectOf, textOf, textsOf, type WireObject } from './wire';

/** Where the document is, below the place of the page. */
export const REFERENCE_PATH = '/openapi.json';

/** What can be asked of this server, and how. */
export interface ApiReference {
  readonly description: string;
  readonly groups: readonly OperationGroup[];
  /** What messages and enums are, by the names that types refer to. */
  readonly types: ReadonlyMap<string, ApiType>;
}

/** The operations of one service. */
export interface OperationGroup {
  readonly name: string;
  readonly description: string;
  readonly operations: readonly Operation[];
}

/** One verb on one path. */
export interface Operation {
  readonly id: string;
  readonly verb: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly isDeprecated: boolean;
  /** It takes no credential. */
  readonly isOpen: boolean;
  readonly parameters: readonly ApiField[];
  readonly body: ApiType | undefined;
  readonly answer: ApiType | undefined;
}

/** A member of a message, or a parameter. */
export interface ApiField {
  readonly name: string;
  /** Where a parameter is; empty for a member. */
  readonly place: string;
  readonly isRequired: boolean;
  readonly isDeprecated: boolean;
  readonly description: string;
  readonly type: ApiType;
}

/** A type in words, and what it is made of. */
export interface ApiType {
  /** As in `list of Flag`. */
  readonly words: string;
  readonly description: string;
  /** The message or enum that it is, or whose values it holds. */
  readonly refersTo: string | undefined;
  readonly fields: readonly ApiField[];
  readonly values: readonly string[];
}

/** The server's own description of its API. */
export function referenceQuery() {
  return queryOptions({
    queryKey: ['reference'],
    staleTime: SELDOM,
    queryFn: async ({ signal }) => referenceOf(await api.get<unknown>(REFERENCE_PATH, { signal })),
  });
}

/** What an OpenAPI document says, as far as the server uses the format. */
export function referenceOf(wire: unknown): ApiReference {
  const document = objectOf(wire);
  const operations = operationsOf(objectOf(document.paths));
  const schemas = Object.entries(objectOf(objectOf(document.components).schemas));
  return {
    description: textOf(objectOf(document.info), 'description'),
    groups: listOf(document, 'tags', objectOf).map((tag) => ({
      name: textOf(tag, 'name'),
      description: textOf(tag, 'description'),
      operations: operations.filter(({ tag: own }) => own === tag.name).map(({ operation }) => operation),
    })),
    types: new Map(schemas.map(([name, schema]) => [name, typeOf(objectOf(schema))])),
  };
}

function operationsOf(paths: WireObject): readonly { readonly tag: string; readonly operation: Operation }[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(objectOf(item)).map(([verb, value]) => {
      const wire = objectOf(value);
      return { tag: textsOf(wire, 'tags')[0] ?? '', operation: operationOf(verb.toUpperCase(), path, wire) };
    }),
  );
}

function operationOf(verb: string, path: string, wire: WireObject): Operation {
  const [answer] = Object.values(objectOf(wire.responses));
  return {
    id: textOf(wire, 'operationId'),
    verb,
    path,
    summary: textOf(wire, 'summary'),
    description: textOf(wire, 'description'),
    isDeprecated: boolOf(wire, 'deprecated'),
    isOpen: Array.isArray(wire.security) && wire.security.length === 0,
    parameters: listOf(wire, 'parameters', objectOf).map((parameter) => ({
      ...fieldOf(textOf(parameter, 'name'), parameter, boolOf(parameter, 'required')),
      type: typeOf(objectOf(parameter.schema)),
      place: textOf(parameter, 'in'),
    })),
    body: contentOf(wire.requestBody),
    answer: contentOf(answer),
  };
}

/** The type of what travels in JSON; undefined for nothing, and for text. */
function contentOf(wire: unknown): ApiType | undefined {
  const json = objectOf(objectOf(wire).content)['application/json'];
  return json === undefined ? undefined : typeOf(objectOf(objectOf(json).schema));
}

function fieldOf(name: string, wire: WireObject, isRequired: boolean): ApiField {
  return {
    name,
    place: '',
    isRequired,
    isDeprecated: boolOf(wire, 'deprecated'),
    description: textOf(wire, 'description'),
    type: typeOf(wire),
  };
}

function typeOf(schema: WireObject): ApiType {
  const required = textsOf(schema, 'required');
  return {
    words: wordsOf(schema),
    description: textOf(schema, 'description'),
    refersTo: referenceIn(schema),
    fields: Object.entries(objectOf(schema.properties)).map(([name, member]) =>
      fieldOf(name, objectOf(member), required.includes(name)),
    ),
    values: textsOf(schema, 'enum'),
  };
}

/** The full name that a schema, its items or its values refer to. */
function referenceIn(schema: WireObject): string | undefined {
  const reference = textOf(schema, '$ref');
  if (reference !== '') return reference.slice(reference.lastIndexOf('/') + 1);
  const inner = schema.items ?? schema.additionalProperties;
  return isWireObject(inner) ? referenceIn(inner) : undefined;
}

function wordsOf(schema: WireObject): string {
  const reference = referenceIn({ $ref: schema.$ref });
  if (reference !== undefined) return lastNameOf(reference);
  if (isWireObject(schema.items)) return `list of ${wordsOf(schema.items)}`;
  if (isWireObject(schema.additionalProperties)) return `map of ${wordsOf(schema.additionalProperties)}`;
  const type = textOf(schema, 'type');
  const format = textOf(schema, 'format');
  if (type === '') return 'any';
  return format === '' ? type : `${type} (${format})`;
}

/** `Flag` of `flipt.Flag`; what a message is when it is sent is called like the message. */
function lastNameOf(fullName: string): string {
  return (
    fullName
      .replace(/\.Request$/, '')
      .split('.')
      .at(-1) ?? fullName
  );
}
