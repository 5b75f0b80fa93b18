import { randomUUID } from 'node:crypto';
import {
  type DescField,
  type DescMessage,
  type JsonObject,
  type JsonValue,
  type Message,
  toJson,
} from '@bufbuild/protobuf';
import { pennonChanges, pennonTransfer } from '@pennon/proto';
import { endOfString } from './parse-json';

/**
 * Fields that hold an object of JSON as a text. Over HTTP it may be the object itself, which is handed on letter by
 * letter: whoever parses it loses digits of long numbers, and the order of members.
 */
const fieldsWithJson: ReadonlyMap<string, readonly string[]> = new Map([
  [pennonChanges.DocumentSourceSchema.typeName, ['document']],
  [pennonChanges.ItemSchema.typeName, ['before', 'after']],
  [pennonTransfer.ImportNamespaceRequestSchema.typeName, ['document']],
]);

/** True for a field that holds an object of JSON as a text. */
export function isJsonText({ parent, name }: DescField): boolean {
  return fieldsWithJson.get(parent.typeName)?.includes(name) ?? false;
}

const holders = new Map<DescMessage, boolean>();

/** True for a message with such a field, in itself or in messages within it. */
export function holdsJsonText(message: DescMessage): boolean {
  const known = holders.get(message);
  if (known !== undefined) return known;
  // A message may hold others of its own type.
  holders.set(message, false);
  const holds = message.fields.some(
    (field) => isJsonText(field) || (field.message !== undefined && holdsJsonText(field.message)),
  );
  holders.set(message, holds);
  return holds;
}

/** An object or a list around a position of a text. */
interface Around {
  /** What an object is read as; undefined for a list, and for what no message has. */
  readonly message: DescMessage | undefined;
  /** The field that the position is in the value of. */
  field: DescField | undefined;
}

const colon = /[ \t\r\n]*:/y;

/**
 * The body of a request with a text in place of each object that a field is to hold as a text.
 *
 * It looks at quotes and brackets alone. Whether the rest is JSON is for the parser of the body to say, and whether an
 * object is, for the reader of the field.
 *
 * @param message What the body is read as.
 */
export function withJsonAsText(message: DescMessage, body: string): string {
  const open: Around[] = [];
  const landmark = /["{}[\]]/g;
  let copied = 0;
  let read = '';
  for (let found = landmark.exec(body); found !== null; found = landmark.exec(body)) {
    const { index } = found;
    const around = open.at(-1);
    if (found[0] === '"') {
      const end = endOfString(body, index);
      if (end === -1) return body;
      landmark.lastIndex = end + 1;
      colon.lastIndex = end + 1;
      if (around?.message !== undefined && colon.test(body))
        around.field = fieldOf(around.message, body.slice(index + 1, end));
    } else if (found[0] === '{' && around?.field !== undefined && isJsonText(around.field)) {
      const end = endOfObject(body, index);
      if (end === undefined) return body;
      read += body.slice(copied, index) + JSON.stringify(body.slice(index, end));
      copied = end;
      landmark.lastIndex = end;
    } else if (found[0] === '{') {
      open.push({ message: around === undefined ? message : around.field?.message, field: undefined });
    } else if (found[0] === '[') open.push({ message: undefined, field: around?.field });
    else open.pop();
  }
  return read + body.slice(copied);
}

function fieldOf({ fields }: DescMessage, member: string): DescField | undefined {
  return fields.find(({ name, jsonName }) => name === member || jsonName === member);
}

/** Where an object ends that begins at `start`; undefined if it does not. */
function endOfObject(text: string, start: number): number | undefined {
  const landmark = /["{}[\]]/g;
  landmark.lastIndex = start;
  let depth = 0;
  for (let found = landmark.exec(text); found !== null; found = landmark.exec(text)) {
    if (found[0] === '"') {
      const end = endOfString(text, found.index);
      if (end === -1) return undefined;
      landmark.lastIndex = end + 1;
    } else {
      depth += found[0] === '{' || found[0] === '[' ? 1 : -1;
      if (depth === 0) return found.index + 1;
    }
  }
  return undefined;
}

/**
 * A message as JSON text, with the objects themselves in fields that hold them as a text. An empty text stays one.
 *
 * @param pretty Indented, but for those objects, and without zero values.
 */
export function messageWithJson(type: DescMessage, message: Message, pretty: boolean): string {
  const texts: string[] = [];
  // Nobody can have put it into the message.
  const mark = randomUUID();
  const json = marked(type, toJson(type, message, { alwaysEmitImplicit: !pretty }), (text) => {
    texts.push(text);
    return `${mark}:${texts.length - 1}`;
  });
  const written = JSON.stringify(json, undefined, pretty ? 2 : undefined);
  return written.replaceAll(
    new RegExp(`"${mark}:(\\d+)"`, 'g'),
    (_, index: string) => texts[Number(index)] ?? '',
  );
}

/** The JSON of a message with a mark in place of each such text. */
function marked(type: DescMessage, json: JsonValue, mark: (text: string) => string): JsonValue {
  if (!holdsJsonText(type) || !isObject(json)) return json;
  const members: JsonObject = { ...json };
  for (const field of type.fields) {
    const value = members[field.jsonName];
    if (value === undefined) continue;
    // An empty text is no object: it stays what it is.
    if (typeof value === 'string' && value !== '' && isJsonText(field)) members[field.jsonName] = mark(value);
    else if (field.message !== undefined) members[field.jsonName] = markedIn(field.message, value, mark);
  }
  return members;
}

function markedIn(type: DescMessage, value: JsonValue, mark: (text: string) => string): JsonValue {
  return Array.isArray(value) ? value.map((item) => marked(type, item, mark)) : marked(type, value, mark);
}

function isObject(json: JsonValue): json is JsonObject {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}
