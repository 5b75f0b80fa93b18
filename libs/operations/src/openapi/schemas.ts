import {
  type DescEnum,
  type DescField,
  type DescMessage,
  type DescMethod,
  ScalarType,
} from '@bufbuild/protobuf';
import { FeatureSet_FieldPresence as Presence } from '@bufbuild/protobuf/wkt';
import { type FieldLaw, isJsonText, isStrict, messageLaws, type SchemaKeywords } from '@pennon/api';
import { comments, fliptOfrep } from '@pennon/proto';

/** A JSON Schema of the dialect of OpenAPI 3.1 (2020-12). */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** `{ description }`, or nothing where there is nothing to say. */
export function described(text: string | undefined): { readonly description?: string } {
  return text === undefined || text === '' ? {} : { description: text };
}

/**
 * Whether the server reads a message, in a list or by itself, or writes it: what it writes has its zero values, what it
 * reads need not.
 */
type Side = 'read' | 'listed' | 'written';

/** Messages that JSON writes in a way of their own. */
const wellKnown: Readonly<Record<string, JsonSchema>> = {
  'google.protobuf.Timestamp': { type: 'string', format: 'date-time' },
  'google.protobuf.Duration': { type: 'string', pattern: '^[0-9]{1,11}(\\.[0-9]{1,9})?s$' },
  'google.protobuf.Struct': { type: 'object' },
  'google.protobuf.Value': {},
  'google.protobuf.Empty': { type: 'object' },
  'google.api.HttpBody': { type: 'object' },
};

const wholeNumber = (format: string): JsonSchema => ({ type: 'integer', format });
const longNumber = (format: string): JsonSchema => ({ type: 'string', format, pattern: '^-?[0-9]{1,20}$' });

/** Scalars as JSON writes them. What is not here is a text. */
const scalars: ReadonlyMap<ScalarType | undefined, JsonSchema> = new Map([
  [ScalarType.BOOL, { type: 'boolean' }],
  [ScalarType.INT32, wholeNumber('int32')],
  [ScalarType.UINT32, wholeNumber('uint32')],
  [ScalarType.INT64, longNumber('int64')],
  [ScalarType.UINT64, longNumber('uint64')],
  [ScalarType.FLOAT, { type: 'number', format: 'float' }],
  [ScalarType.DOUBLE, { type: 'number', format: 'double' }],
  [ScalarType.BYTES, { type: 'string', contentEncoding: 'base64' }],
]);

/** The schemas of messages and enums: whoever refers to one has it added to the components. */
export class Schemas {
  /** By the names that references have. */
  readonly components: Record<string, JsonSchema> = {};
  private readonly written = new Set<DescMessage>();

  /**
   * @param methods Every RPC of the document: a message that is both read and written has two schemas.
   * @param ofrepContext What a value of an OFREP context may be.
   */
  constructor(
    methods: readonly DescMethod[],
    private readonly ofrepContext: JsonSchema,
  ) {
    for (const { output } of methods) this.noteWritten(output);
  }

  /** What an RPC answers. */
  ofAnswer(message: DescMessage): JsonSchema {
    return this.ofMessage(message, 'written');
  }

  /** The body of a request, without the fields that the path gives. One that is left out is read as an empty object. */
  ofBody(message: DescMessage, inPath: readonly DescField[]): JsonSchema {
    const object = this.objectOf(message, 'read', inPath);
    const schema = inPath.length === 0 ? this.ofMessage(message, 'read') : object;
    return {
      ...((object.required ?? object.oneOf) !== undefined && { required: true }),
      content: { 'application/json': { schema } },
    };
  }

  /** One field of a request. */
  ofParameter(field: DescField): JsonSchema {
    return { ...this.ofField(field, 'read'), ...lawOf(field)?.schema };
  }

  private noteWritten(message: DescMessage): void {
    if (message.typeName in wellKnown || this.written.has(message)) return;
    this.written.add(message);
    for (const field of message.fields) if (field.message !== undefined) this.noteWritten(field.message);
  }

  private ofMessage(message: DescMessage, side: Side): JsonSchema {
    const known = wellKnown[message.typeName];
    if (known !== undefined) return known;
    const isTwofold = side !== 'written' && this.written.has(message);
    return this.refer(isTwofold ? `${message.typeName}.Request` : message.typeName, () =>
      this.objectOf(message, side),
    );
  }

  private objectOf(message: DescMessage, side: Side, without: readonly DescField[] = []): JsonSchema {
    const fields = message.fields.filter((field) => !without.includes(field));
    const laws = side === 'read' ? Object.values(messageLaws(message) ?? {}) : [];
    const present = fields.filter((field) =>
      side === 'written'
        ? field.presence === Presence.IMPLICIT && !isLeftOut(field)
        : side === 'read' && lawOf(field)?.isRequired === true,
    );
    const object: ObjectSchema = {
      type: 'object',
      properties: Object.fromEntries(fields.map((field) => [field.jsonName, this.propertyOf(field, side)])),
      ...(present.length > 0 && { required: present.map(({ jsonName }) => jsonName) }),
      ...(side !== 'written' && isStrict(message) && { additionalProperties: false }),
    };
    const keywords = laws.reduce<SchemaKeywords>(
      (all, { messageSchema }) => ({ ...all, ...messageSchema }),
      {},
    );
    return {
      ...described(comments.get(message.typeName)),
      ...object,
      ...keywords,
      ...choicesOf(message, object, keywords),
    };
  }

  private propertyOf(field: DescField, side: Side): JsonSchema {
    return {
      ...this.ofField(field, side),
      ...(isJsonText(field) && { type: ['string', 'object'] }),
      ...(side === 'read' && lawOf(field)?.schema),
      ...described(descriptionOf(field)),
      ...(isDeprecated(field) && { deprecated: true }),
    };
  }

  private ofField(field: DescField, side: Side): JsonSchema {
    switch (field.fieldKind) {
      case 'list':
        return { type: 'array', items: this.ofItem(field, side) };
      case 'map':
        return {
          type: 'object',
          additionalProperties: isOfrep(field) ? this.ofrepContext : this.ofValue(field, side),
        };
      default:
        return this.ofValue(field, side);
    }
  }

  /** The server holds requests to their laws, and not what those of Flipt list. */
  private ofItem(field: DescField, side: Side): JsonSchema {
    const { message } = field;
    if (
      side === 'written' ||
      message === undefined ||
      isStrict(message) ||
      messageLaws(message) === undefined
    )
      return this.ofValue(field, side);
    return this.refer(`${message.typeName}.Item`, () => this.objectOf(message, 'listed'));
  }

  private ofValue({ message, enum: values, scalar }: DescField, side: Side): JsonSchema {
    if (message !== undefined) return this.ofMessage(message, side);
    if (values !== undefined) return this.refer(values.typeName, () => enumSchema(values));
    return scalars.get(scalar) ?? { type: 'string' };
  }

  private refer(name: string, make: () => JsonSchema): JsonSchema {
    if (!(name in this.components)) {
      // In its place before it is made, in case that it refers to itself.
      this.components[name] = {};
      this.components[name] = make();
    }
    return { $ref: `#/components/schemas/${name}` };
  }
}

interface ObjectSchema extends JsonSchema {
  readonly properties: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
}

/** One of the choices of a message, as its laws have them. */
interface Choice extends JsonSchema {
  /** False for a member that this choice does not have. */
  readonly properties?: Readonly<Record<string, JsonSchema | false>>;
  readonly required?: readonly string[];
}

/**
 * The choices of a message as objects with all their members: generators of clients take a choice by itself, and know
 * no type for one that has keywords alone.
 */
function choicesOf({ oneofs }: DescMessage, object: ObjectSchema, keywords: SchemaKeywords): JsonSchema {
  const exclusive = oneofs.flatMap(({ fields }) => fields.map(({ jsonName }) => jsonName));
  const choiceOf = ({ required = [], properties = {}, ...others }: Choice): ObjectSchema => {
    const kept = Object.entries(object.properties).filter(
      ([name]) => properties[name] !== false && (!exclusive.includes(name) || required.includes(name)),
    );
    const narrowed = kept.map(([name, schema]) => [name, narrowedBy(schema, properties[name])]);
    return {
      ...object,
      ...others,
      properties: Object.fromEntries(narrowed) as ObjectSchema['properties'],
      required: [...new Set([...(object.required ?? []), ...required])],
    };
  };
  const choices = ['oneOf', 'anyOf'].flatMap((keyword) => {
    const all = keywords[keyword] as readonly Choice[] | undefined;
    return all === undefined ? [] : [[keyword, all.map(choiceOf)] as const];
  });
  return Object.fromEntries(choices);
}

/** A schema with further keywords; a choice of words replaces a reference to all words. */
function narrowedBy({ $ref, ...schema }: JsonSchema, keywords: JsonSchema | false | undefined): JsonSchema {
  if (!keywords) return { ...($ref !== undefined && { $ref }), ...schema };
  if ('const' in keywords || 'enum' in keywords) return { type: 'string', ...schema, ...keywords };
  return { ...($ref !== undefined && { $ref }), ...schema, ...keywords };
}

/** The law that the server checks a field of a request by. */
export function lawOf({ parent, localName }: DescField): FieldLaw<never> | undefined {
  return messageLaws(parent)?.[localName];
}

/** What `proto/` says of a field, and which fields exclude it. */
export function descriptionOf({ parent, name, oneof }: DescField): string {
  const comment = comments.get(`${parent.typeName}.${name}`);
  const choice =
    oneof && `At most one of ${oneof.fields.map(({ jsonName }) => `\`${jsonName}\``).join(', ')}.`;
  return [comment, choice].filter((text) => text !== undefined).join('\n\n');
}

/** True for a field that clients are to do without. */
export function isDeprecated({ proto }: DescField): boolean {
  return proto.options?.deprecated === true;
}

function isOfrep({ parent }: DescField): boolean {
  return parent.file === fliptOfrep.file_flipt_ofrep;
}

/** OFREP writes neither where there is nothing to say. */
function isLeftOut({ parent, name }: DescField): boolean {
  return parent === fliptOfrep.EvaluatedFlagSchema && (name === 'reason' || name === 'variant');
}

function enumSchema({ typeName, values }: DescEnum): JsonSchema {
  const lines = values.flatMap(({ name }) => {
    const comment = comments.get(`${typeName}.${name}`);
    return comment === undefined ? [] : [`\`${name}\`: ${comment}`];
  });
  const text = [comments.get(typeName), ...lines].filter((line) => line !== undefined).join('\n\n');
  return { type: 'string', ...described(text), enum: values.map(({ name }) => name) };
}
