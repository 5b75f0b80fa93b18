import {
  assertAttachment,
  assertKey,
  assertKeyLength,
  assertMetadata,
  findUnstorable,
  isJsonObject,
  quote,
  sortMembers,
  type Flag,
  type JsonObject,
  type Variant,
} from '@pennon/domain';
import { documentAttachment, JsonSyntaxError } from '@pennon/document';
import { flagValueParts, noneOf } from '@pennon/state';
import { parseJson } from '../rows/column-kinds';
import { type FlagRow, type FliptRows, type VariantRow, someTimes, wordsOf } from '../rows/namespace-rows';
import { type Omissions } from './omissions';

/** Flags that Pennon can have, with their variants. */
export interface LawfulFlags {
  readonly flags: readonly Flag[];
  readonly variants: readonly Variant[];
}

/** Leaves out what breaks a law. */
export function lawfulFlags(namespaceKey: string, rows: FliptRows, omissions: Omissions): LawfulFlags {
  const variants = rows.variants
    .map((row) => variantOf(namespaceKey, row, omissions))
    .filter((variant) => variant !== undefined);
  const owners = new Map(variants.map(({ id, flagKey }) => [id, flagKey]));
  const flags = rows.flags
    .map((row) => flagOf(namespaceKey, row, owners, omissions))
    .filter((flag) => flag !== undefined);
  return { flags, variants };
}

function flagOf(
  namespaceKey: string,
  row: FlagRow,
  variantOwners: ReadonlyMap<string, string>,
  omissions: Omissions,
): Flag | undefined {
  const { key, name, description } = row;
  const subject = `flag ${quote(key)}`;
  const type = wordsOf.flagType(row.type);
  if (type === undefined) omissions.add(`${subject} is left out: its type ${row.type} is not known`);
  const isLawful = omissions.isLawful(`${subject} is left out`, () => {
    assertKey('key', key);
  });
  if (type === undefined || !isLawful) return undefined;
  const hasDefault = variantOwners.get(row.default_variant_id) === key;
  if (row.default_variant_id !== '' && !hasDefault) {
    omissions.add(`${subject}: its default variant is not one of its variants`);
  }
  return {
    namespaceKey,
    key,
    // Flipt has no others.
    ...noneOf(flagValueParts),
    off: undefined,
    name: name === '' ? key : name,
    description,
    type,
    isEnabled: row.enabled,
    defaultVariantId: hasDefault ? row.default_variant_id : undefined,
    metadata: metadataOf(row.metadata, subject, omissions),
    ...someTimes,
  };
}

function variantOf(namespaceKey: string, row: VariantRow, omissions: Omissions): Variant | undefined {
  const { id, flag_key: flagKey, key, name, description } = row;
  const subject = `variant ${quote(key)} of flag ${quote(flagKey)}`;
  const isLawful = omissions.isLawful(`${subject} is left out`, () => {
    assertKeyLength('key', key);
  });
  if (!isLawful) return undefined;
  const attachment = attachmentOf(row.attachment, subject, omissions);
  return { id, namespaceKey, flagKey, key, name, description, attachment, ...someTimes };
}

function attachmentOf(stored: string | undefined, subject: string, omissions: Omissions): string {
  const text = stored ?? '';
  try {
    const attachment = documentAttachment(text);
    const isLawful = omissions.isLawful(subject, () => {
      assertAttachment(attachment);
    });
    return isLawful ? attachment : '';
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    omissions.add(`${subject}: its attachment is no JSON that can be kept: ${error.message}`);
    return '';
  }
}

function metadataOf(
  stored: string | undefined,
  subject: string,
  omissions: Omissions,
): JsonObject | undefined {
  if (stored === undefined || stored === '') return undefined;
  const metadata = parseJson(stored);
  if (metadata === null) return undefined;
  if (metadata === undefined || !isJsonObject(metadata)) {
    omissions.add(`${subject}: its metadata is no JSON object`);
    return undefined;
  }
  const isLawful = omissions.isLawful(subject, () => {
    assertMetadata(metadata);
  });
  if (!isLawful) return undefined;
  const unstorable = findUnstorable(metadata);
  if (unstorable === undefined) return sortMembers(metadata);
  omissions.add(`${subject}: its metadata ${unstorable.reason}`);
  return undefined;
}
