import fc, { type Arbitrary } from 'fast-check';

type Type = 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean';

/** The part of JSON Schema that the OpenAPI document uses for requests. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: Type | readonly (Type | 'null')[];
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly dependentSchemas?: Readonly<Record<string, Schema>>;
  readonly minProperties?: number;
  readonly additionalProperties?: Schema | false;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
}

const MAX_INT32 = 2 ** 31 - 1;

/** Draws values that schemas allow, and ones that they forbid. */
export class DrawnValues {
  constructor(private readonly components: Readonly<Record<string, object>>) {}

  /** What the schema allows; texts are short, lists have a few items. */
  allowed(schema: Schema): Arbitrary<unknown> {
    const { type, enum: words } = schema;
    if (schema.$ref !== undefined) return this.allowed(this.resolve(schema));
    if ('const' in schema) return fc.constant(schema.const);
    if (words !== undefined) return fc.constantFrom(...words);
    if (Array.isArray(type))
      return fc.oneof(
        ...(type as readonly (Type | 'null')[]).map((one) =>
          one === 'null' ? fc.constant(null) : this.allowed({ ...schema, type: one }),
        ),
      );
    switch (type) {
      case 'object':
        return this.allowedObject(schema);
      case 'array': {
        const { minItems: minLength = 0, maxItems: maxLength = minLength + 3, uniqueItems = false } = schema;
        const items = this.allowed(schema.items ?? {});
        return uniqueItems
          ? fc.uniqueArray(items, { minLength, maxLength })
          : fc.array(items, { minLength, maxLength });
      }
      case 'string':
        return allowedText(schema);
      case 'integer':
        return fc.oneof(
          fc.integer({ min: schema.minimum ?? -MAX_INT32 - 1, max: schema.maximum ?? MAX_INT32 }),
          fc.integer({ min: schema.minimum ?? 0, max: 5 }),
        );
      case 'number': {
        const { minimum: min, maximum: max } = schema;
        return fc.float({
          ...(min !== undefined && { min }),
          ...(max !== undefined && { max }),
          noNaN: true,
          noDefaultInfinity: true,
        });
      }
      case 'boolean':
        return fc.boolean();
      default:
        return fc.jsonValue({ stringUnit: 'grapheme', maxDepth: 2 });
    }
  }

  /** Bodies that the schema of an object forbids, each with one mistake, and what it is. */
  forbidden(schema: Schema): Arbitrary<{ readonly mistake: string; readonly body: unknown }> | undefined {
    const { properties = {}, required = [], oneOf = [], additionalProperties } = this.resolve(schema);
    const mistakes: ((body: Record<string, unknown>) => { mistake: string; body: unknown })[] = [];
    if (additionalProperties === false)
      mistakes.push((body) => ({ mistake: 'with an unknown member', body: { ...body, noSuchMember: null } }));
    for (const name of required)
      mistakes.push((body) => ({ mistake: `without ${name}`, body: without(body, [name]) }));
    for (const [name, property] of Object.entries(properties)) {
      for (const wrong of this.wrongValues(property))
        mistakes.push((body) => ({ mistake: `${name} is wrong`, body: { ...body, [name]: wrong } }));
    }
    if (oneOf.length > 0) {
      const choices = new Set(oneOf.flatMap((choice) => choice.required ?? []));
      mistakes.push((body) => ({
        mistake: `without ${[...choices].join(' and ')}`,
        body: without(body, [...choices]),
      }));
    }
    if (mistakes.length === 0) return undefined;
    return fc
      .tuple(this.allowed(schema), fc.constantFrom(...mistakes))
      .map(([body, make]) => make(body as Record<string, unknown>));
  }

  /** Values that a schema forbids, one for each of its keywords. */
  wrongValues(schema: Schema): readonly (string | number | object)[] {
    const {
      type,
      enum: words,
      minimum,
      maximum,
      minLength,
      maxLength,
      pattern,
      minItems,
    } = this.resolve(schema);
    if (words !== undefined) return ['NO_SUCH_WORD', {}];
    const wrong: (string | number | object)[] =
      type === undefined ? [] : [type === 'string' ? {} : 'no such value'];
    if (minimum !== undefined) wrong.push(minimum - 1);
    if (maximum !== undefined) wrong.push(maximum + 1);
    if (minLength !== undefined && minLength > 0) wrong.push('');
    if (maxLength !== undefined) wrong.push('k'.repeat(maxLength + 1));
    if (pattern !== undefined) wrong.push('a b');
    if (minItems !== undefined && minItems > 0) wrong.push([]);
    return wrong;
  }

  private resolve(schema: Schema): Schema {
    const name = /^#\/components\/schemas\/(.+)$/.exec(schema.$ref ?? '')?.[1];
    return name === undefined ? schema : (this.components[name] as Schema);
  }

  private allowedObject(schema: Schema): Arbitrary<unknown> {
    const { properties = {}, required = [], oneOf, anyOf, additionalProperties } = schema;
    const { dependentSchemas = {}, minProperties = 0 } = schema;
    if (additionalProperties !== undefined && additionalProperties !== false)
      return fc.dictionary(fc.string({ unit: 'grapheme' }), this.allowed(additionalProperties), {
        minKeys: minProperties,
        maxKeys: 3,
        noNullPrototype: true,
      });
    if (schema.properties === undefined)
      return fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 3, noNullPrototype: true });
    const choices = (oneOf ?? anyOf ?? [{}]).map((choice) => {
      // A choice that has no other members names all of its own.
      const own = choice.additionalProperties === false ? choice.properties : properties;
      const members = Object.entries(properties).filter(([name]) => own !== undefined && name in own);
      const all = members.map(([name, property]) => {
        const narrowed = choice.properties?.[name];
        const value =
          narrowed !== undefined && ('const' in narrowed || 'enum' in narrowed)
            ? narrowed
            : { ...this.resolve(property), ...narrowed };
        return [name, this.allowed(value)] as const;
      });
      const needed = [...required, ...(choice.required ?? [])];
      // What another choice needs must not be there.
      const others = (oneOf ?? []).flatMap((other) => (other === choice ? [] : (other.required ?? [])));
      const excluded = others.filter((name) => !needed.includes(name));
      return fc
        .record(Object.fromEntries(all.filter(([name]) => !excluded.includes(name))), {
          requiredKeys: needed,
          noNullPrototype: true,
        })
        .map((body) => withoutDependents(body, dependentSchemas))
        .filter((body) => Object.keys(body).length >= minProperties);
    });
    return fc.oneof(...choices);
  }
}

function allowedText({ format, pattern, minLength = 0, maxLength = 20 }: Schema): Arbitrary<string> {
  if (format === 'date-time')
    return fc
      .date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString());
  if (format === 'int64' || format === 'uint64') return fc.nat().map(String);
  if (pattern !== undefined)
    return fc
      .stringMatching(new RegExp(pattern))
      .filter(({ length }) => length >= minLength && length <= maxLength);
  return fc.oneof(
    fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 20) }),
    fc.string({ unit: 'grapheme-ascii', minLength, maxLength }),
  );
}

/** The object without members that need others which it does not have. */
function withoutDependents(
  body: Record<string, unknown>,
  dependentSchemas: Readonly<Record<string, Schema>>,
): Record<string, unknown> {
  const unmet = Object.entries(dependentSchemas).filter(([, needed]) => !holds(needed, body));
  return without(
    body,
    unmet.map(([name]) => name),
  );
}

/** True if the value is as what another member needs. */
function holds(
  { anyOf, required = [], properties = {}, minProperties = 0, ...schema }: Schema,
  value: unknown,
): boolean {
  if ('const' in schema) return value === schema.const;
  const body = value as Readonly<Record<string, unknown>>;
  return (
    (anyOf === undefined || anyOf.some((choice) => holds(choice, body))) &&
    required.every((name) => name in body) &&
    Object.keys(body).length >= minProperties &&
    Object.entries(properties).every(([name, property]) => !(name in body) || holds(property, body[name]))
  );
}

function without(body: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));
}
