import { findUnstorable, type Json, type JsonObject, quote, sortMembers } from '@pennon/domain';
import { jsonTextOf, NotJsonError } from '../json/json-text';
import { kindOf, type TreeNode } from '../tree';
import { versionHints } from '../version';
import type { ObjectReader } from './object-reader';
import type { Reading } from './reading';
import type { ValueField } from './value-field';
import { writtenJson } from './written-json';

/** Metadata of a flag: a JSON object, which is left out when it is empty. */
export const metadataField: ValueField<JsonObject | undefined> = {
  name: 'metadata',
  since: versionHints['flag.metadata'],
  read: readMetadata,
  write: (metadata, flagKey) =>
    metadata && writtenJson(JSON.stringify(sortMembers(metadata)), `metadata of flag ${quote(flagKey)}`),
};

function readMetadata(flag: ObjectReader, reading: Reading): JsonObject | undefined {
  const node = flag.field('metadata');
  if (node === undefined) return undefined;
  const place = flag.placeOf('metadata');
  reading.hint('flag.metadata', place);
  if (node.kind !== 'map') {
    reading.problems.error(place, `expected an object, found ${kindOf(node)}`);
    return undefined;
  }
  try {
    const metadata = metadataOf(node, reading);
    const unstorable = findUnstorable(metadata);
    if (unstorable !== undefined) reading.problems.error(place, unstorable.reason);
    return metadata;
  } catch (error) {
    if (!(error instanceof NotJsonError)) throw error;
    reading.problems.error(place.movedTo(error.node.offset), error.message);
    return undefined;
  }
}

/**
 * Metadata as the domain holds it; undefined when the object is empty.
 *
 * @throws NotJsonError if a part is no JSON, nested too deeply, or a number beyond a double or refused by the reader.
 */
function metadataOf(node: TreeNode & { readonly kind: 'map' }, reading: Reading): JsonObject | undefined {
  // Looks for what is no JSON, and for its depth.
  jsonTextOf(node);
  return node.members.size === 0 ? undefined : objectOf(node, reading);
}

function objectOf({ members }: TreeNode & { readonly kind: 'map' }, reading: Reading): JsonObject {
  return Object.fromEntries([...members].map(([key, { value }]) => [key, jsonOf(value, reading)]));
}

function jsonOf(node: TreeNode, reading: Reading): Json {
  switch (node.kind) {
    case 'text':
      return node.text;
    case 'number':
      return finiteValue(node, reading);
    case 'boolean':
      return node.value;
    case 'null':
      return null;
    case 'list':
      return node.items.map((item) => jsonOf(item, reading));
    case 'map':
      return objectOf(node, reading);
  }
}

function finiteValue(node: TreeNode & { readonly kind: 'number' }, reading: Reading): number {
  const value = Number(node.json);
  if (!Number.isFinite(value)) throw new NotJsonError(node, 'the number is too large');
  const refusal = reading.refuseNumber(node.json ?? '');
  if (refusal !== undefined) throw new NotJsonError(node, refusal);
  // JSON says -0, which no reader of metadata tells from 0.
  return value === 0 ? 0 : value;
}
