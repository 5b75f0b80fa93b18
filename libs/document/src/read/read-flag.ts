import {
  assertAttachment,
  assertKey,
  assertKeyLength,
  assertNotEmpty,
  findUnstorable,
  type FlagType,
  type Json,
  type JsonObject,
} from '@pennon/domain';
import type { FlagState, VariantState } from '@pennon/state';
import { jsonTextOf, NotJsonError } from '../json/json-text';
import type { Place } from '../place';
import { kindOf, type TreeNode } from '../tree';
import { flagTypeWords } from '../words';
import { ObjectReader } from './object-reader';
import { readRollout } from './read-rollout';
import { inRankOrder, readRule } from './read-rule';
import { type Reading, UniqueKeys } from './reading';

/**
 * Metadata as the domain holds it; undefined when the object is empty.
 *
 * @throws NotJsonError if a part is no JSON, nested too deeply, or a number beyond a double.
 */
function metadataOf(node: TreeNode & { readonly kind: 'map' }): JsonObject | undefined {
  // Looks for what is no JSON, and for its depth.
  jsonTextOf(node);
  return node.members.size === 0 ? undefined : objectOf(node);
}

function objectOf({ members }: TreeNode & { readonly kind: 'map' }): JsonObject {
  return Object.fromEntries([...members].map(([key, { value }]) => [key, jsonOf(value)]));
}

function jsonOf(node: TreeNode): Json {
  switch (node.kind) {
    case 'text':
      return node.text;
    case 'number':
      return finiteValue(node);
    case 'boolean':
      return node.value;
    case 'null':
      return null;
    case 'list':
      return node.items.map(jsonOf);
    case 'map':
      return objectOf(node);
  }
}

function finiteValue(node: TreeNode & { readonly kind: 'number' }): number {
  const value = Number(node.json);
  if (!Number.isFinite(value)) throw new NotJsonError(node, 'the number is too large');
  // JSON says -0, which no reader of metadata tells from 0.
  return value === 0 ? 0 : value;
}

const variantFields = ['default', 'key', 'name', 'description', 'attachment'];

/** A variant, and whether it is the flag's default. */
interface ReadVariant {
  readonly variant: VariantState;
  readonly isDefault: boolean;
  readonly place: Place;
}

/** A variant of a document; undefined when it cannot be told what it is. */
function readVariant(
  node: TreeNode,
  place: Place,
  reading: Reading,
  keys: UniqueKeys,
): ReadVariant | undefined {
  const variant = ObjectReader.of(node, place, variantFields, reading);
  if (variant === undefined) return undefined;
  const key = variant.text('key');
  reading.hold(variant.placeOf('key'), () => {
    assertKeyLength('key', key);
  });
  keys.add(key, variant.placeOf('key'));
  const isDefault = variant.boolean('default');
  if (isDefault) reading.gate('variant.default', variant.placeOf('default'));
  return {
    variant: {
      key,
      name: variant.text('name'),
      description: variant.text('description'),
      attachment: readAttachment(variant, reading),
    },
    isDefault,
    place,
  };
}

/** Any value but null, as JSON text. */
function readAttachment(variant: ObjectReader, reading: Reading): string {
  const node = variant.field('attachment');
  if (node === undefined) return '';
  const place = variant.placeOf('attachment');
  try {
    const text = jsonTextOf(node);
    reading.hold(place, () => {
      assertAttachment(text);
    });
    return text;
  } catch (error) {
    if (!(error instanceof NotJsonError)) throw error;
    reading.problems.error(place.movedTo(error.node.offset), error.message);
    return '';
  }
}

const flagFields = [
  'key',
  'name',
  'type',
  'description',
  'enabled',
  'metadata',
  'variants',
  'rules',
  'rollouts',
];

/** A flag of a document; undefined when it cannot be told what it is. */
export function readFlag(
  node: TreeNode,
  place: Place,
  reading: Reading,
  keys: UniqueKeys,
): FlagState | undefined {
  const flag = ObjectReader.of(node, place, flagFields, reading);
  if (flag === undefined) return undefined;
  const key = flag.text('key');
  const name = flag.text('name');
  reading.hold(flag.placeOf('key'), () => {
    assertKey('key', key);
  });
  reading.hold(flag.placeOf('name'), () => {
    assertNotEmpty('name', name);
  });
  keys.add(key, flag.placeOf('key'));

  const variantKeys = new UniqueKeys('variant', reading);
  const variants = flag.list('variants', (item, itemPlace) =>
    readVariant(item, itemPlace, reading, variantKeys),
  );
  const rules = flag.list('rules', (item, itemPlace) => readRule(item, itemPlace, reading, variantKeys.all));
  const rollouts = flag.list('rollouts', (item, itemPlace) => readRollout(item, itemPlace, reading));
  if (rollouts.length > 0) reading.gate('flag.rollouts', flag.placeOf('rollouts'));
  const type = readType(flag, reading);
  warnOfUselessParts(flag, type, reading);
  return {
    key,
    name,
    description: flag.text('description'),
    type,
    isEnabled: flag.boolean('enabled'),
    metadata: readMetadata(flag, reading),
    variants: variants.map(({ variant }) => variant),
    defaultVariantKey: defaultKeyOf(variants, reading),
    rules: inRankOrder(rules),
    rollouts,
  };
}

function readType(flag: ObjectReader, reading: Reading): FlagType {
  const isGiven = flag.field('type') !== undefined;
  if (isGiven) reading.gate('flag.type', flag.placeOf('type'));
  else if (flag.field('rollouts') !== undefined) {
    const reason = `has rollouts but no type: ${flagTypeWords.variant} is taken, and rollouts are not evaluated`;
    reading.problems.warn(flag.place, reason);
  }
  return flag.word('type', flagTypeWords) ?? 'variant';
}

/** What the flag's type never looks at is kept, as the management API keeps it. */
function warnOfUselessParts(flag: ObjectReader, type: FlagType, reading: Reading): void {
  if (flag.field('type') === undefined) return;
  const useless = type === 'variant' ? 'rollouts' : 'rules';
  const node = flag.field(useless);
  if (node?.kind !== 'list' || node.items.length === 0) return;
  reading.problems.warn(flag.placeOf(useless), `the ${useless} of a ${type} flag are not evaluated`);
}

/** The last variant that says it is the default. */
function defaultKeyOf(variants: readonly ReadVariant[], reading: Reading): string | undefined {
  const defaults = variants.filter(({ isDefault }) => isDefault);
  const last = defaults.at(-1);
  if (last !== undefined && defaults.length > 1) {
    reading.problems.warn(last.place, 'is the default as the last of several');
  }
  return last?.variant.key;
}

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
    const metadata = metadataOf(node);
    const unstorable = findUnstorable(metadata);
    if (unstorable !== undefined) reading.problems.error(place, unstorable.reason);
    return metadata;
  } catch (error) {
    if (!(error instanceof NotJsonError)) throw error;
    reading.problems.error(place.movedTo(error.node.offset), error.message);
    return undefined;
  }
}
