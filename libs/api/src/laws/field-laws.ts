import {
  assertAttachment,
  assertKey,
  assertKeyLength,
  assertLength,
  assertListedOnce,
  assertMetadata,
  assertName,
  assertNameLength,
  assertNotEmpty,
  invalidField,
  type JsonObject,
  KEY_PATTERN,
  MAX_DESCRIPTION_LENGTH,
  MAX_KEY_LENGTH,
  MAX_NAME_LENGTH,
  normalizeDistributionPercent,
  normalizeThresholdPercent,
} from '@pennon/domain';

/** Keywords of JSON Schema 2020-12, as the OpenAPI document has them. */
export type SchemaKeywords = Readonly<Record<string, unknown>>;

/** What a field of a request must be, for the server and for the OpenAPI document. */
export interface FieldLaw<T> {
  /**
   * @param field The name that an error says.
   * @param request The message with the field.
   * @throws InvalidArgumentError if the value breaks the law.
   */
  readonly check: (field: string, value: T, request: unknown) => void;
  /** Whether the value that an absent field has breaks it. */
  readonly isRequired?: boolean;
  /** True for a text that may also be a JSON number: it is read as its digits. */
  readonly takesNumber?: boolean;
  /** The same, as far as a schema of the field can say it. */
  readonly schema?: SchemaKeywords;
  /** What it says of the other fields of the message. */
  readonly messageSchema?: SchemaKeywords;
}

export const NOT_EMPTY: FieldLaw<string> = {
  check: assertNotEmpty,
  isRequired: true,
  schema: { minLength: 1 },
};

/** The name of a namespace, flag or segment. */
export const NAME: FieldLaw<string> = {
  check: assertName,
  isRequired: true,
  schema: { minLength: 1, maxLength: MAX_NAME_LENGTH },
};

/** The name of a variant, which may be empty. */
export const VARIANT_NAME: FieldLaw<string> = {
  check: assertNameLength,
  schema: { maxLength: MAX_NAME_LENGTH },
};

export const DESCRIPTION: FieldLaw<string> = {
  check: (field, text) => {
    assertLength(field, text, MAX_DESCRIPTION_LENGTH);
  },
  schema: { maxLength: MAX_DESCRIPTION_LENGTH },
};

/** A message that must be there. */
export const GIVEN: FieldLaw<unknown> = {
  check: (field, value) => {
    if (value === undefined) throw invalidField(field, 'must be given');
  },
  isRequired: true,
};

/** The key of a new namespace, flag or segment. */
export const KEY: FieldLaw<string> = {
  check: assertKey,
  isRequired: true,
  schema: { minLength: 1, maxLength: MAX_KEY_LENGTH, pattern: KEY_PATTERN },
};

/** The key of a variant, which may hold any character. */
export const VARIANT_KEY: FieldLaw<string> = {
  check: assertKeyLength,
  isRequired: true,
  schema: { minLength: 1, maxLength: MAX_KEY_LENGTH },
};

export const ATTACHMENT: FieldLaw<string> = {
  check: (_, text) => {
    assertAttachment(text);
  },
};

export const METADATA: FieldLaw<JsonObject | undefined> = {
  check: (_, metadata = {}) => {
    assertMetadata(metadata);
  },
};

export const NOT_NEGATIVE: FieldLaw<number | undefined> = {
  check: (field, value = 0) => {
    if (value < 0) throw invalidField(field, 'must not be negative');
  },
  schema: { minimum: 0 },
};

/** Where a page begins. A page token says it too, and wins. */
export const OFFSET: FieldLaw<number> = {
  check: (field, offset, request) => {
    if ((request as { pageToken: string }).pageToken === '') NOT_NEGATIVE.check(field, offset, request);
  },
  schema: { minimum: 0 },
};

export const POSITIVE: FieldLaw<number> = {
  check: (field, value) => {
    if (value <= 0) throw invalidField(field, 'must be greater than 0');
  },
  isRequired: true,
  schema: { minimum: 1 },
};

const percent: SchemaKeywords = { minimum: 0, maximum: 100 };

export const DISTRIBUTION_PERCENT: FieldLaw<number> = {
  check: (_, value) => {
    normalizeDistributionPercent(value);
  },
  schema: percent,
};

export const THRESHOLD_PERCENT: FieldLaw<number> = {
  check: (_, value) => {
    normalizeThresholdPercent(value);
  },
  schema: percent,
};

/** The order of rules or rollouts, by their ids. */
export const ORDER: FieldLaw<readonly string[]> = {
  check: (field, ids) => {
    if (ids.length < 2) throw invalidField(field, 'must contain atleast 2 elements');
    assertListedOnce(field, ids);
  },
  isRequired: true,
  schema: { minItems: 2, uniqueItems: true },
};

/** A rollout needs a step. The server checks it once it has seen that the rank is free. */
export const ROLLOUT_STEP: FieldLaw<unknown> = {
  check: () => undefined,
  messageSchema: { oneOf: [{ required: ['segment'] }, { required: ['threshold'] }] },
};

/** One of a few words, or none of them. */
export const oneOf = (words: readonly string[]): FieldLaw<string> => ({
  check: (field, word) => {
    if (word !== '' && !words.includes(word)) throw invalidField(field, `must be one of ${words.join(', ')}`);
  },
  schema: { enum: words },
});

/** Most values of a filter. */
const MAX_VALUES = 100;

/** Values of which one must hold; none leave nothing out. @param words What each of them is; anything unless given. */
export const anyOf = (words?: readonly string[]): FieldLaw<readonly string[]> => ({
  check: (field, values) => {
    if (values.length > MAX_VALUES) throw invalidField(field, `must have at most ${MAX_VALUES} values`);
    if (words !== undefined && values.some((value) => !words.includes(value)))
      throw invalidField(field, `must be one of ${words.join(', ')}`);
  },
  schema: { maxItems: MAX_VALUES, ...(words !== undefined && { items: { type: 'string', enum: words } }) },
});

/** Keys of namespaces, each of them given. @param most How many there may be; there is at least one. */
export const namespaceKeys = (most: number): FieldLaw<readonly string[]> => ({
  check: (field, keys) => {
    if (keys.length < 1 || keys.length > most) throw invalidField(field, `must have 1 to ${most} namespaces`);
    if (keys.includes('')) throw invalidField(field, 'must not have an empty key of a namespace');
  },
  isRequired: true,
  schema: { minItems: 1, maxItems: most, items: { type: 'string', minLength: 1 } },
});
