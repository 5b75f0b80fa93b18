import { assertAttachment, assertKey, assertKeyLength, assertName, assertNameLength } from '@pennon/domain';
import { type FlagState, flagValueParts, membersOf, type VariantState } from '@pennon/state';
import { flagValueFields } from '../fields/flag-fields';
import { ObjectReader } from '../fields/object-reader';
import { type Reading, UniqueKeys } from '../fields/reading';
import { readValues } from '../fields/value-field';
import { jsonTextOf, NotJsonError } from '../json/json-text';
import type { Place } from '../place';
import type { TreeNode } from '../tree';
import { readRollout } from './read-rollout';
import { inRankOrder, readRule } from './read-rule';

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
      name: variant.lawful('name', assertNameLength),
      description: variant.description(),
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
  ...Object.values(flagValueFields).map(({ name }) => name),
  ...['variants', 'rules', 'rollouts'],
];

/** The name is read before what belongs to the flag, the other values after it: problems are told in this order. */
const { name: nameField, ...otherFields } = flagValueFields;

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
  const name = nameField.read(flag, reading);
  reading.hold(flag.placeOf('key'), () => {
    assertKey('key', key);
  });
  reading.hold(flag.placeOf('name'), () => {
    assertName('name', name);
  });
  keys.add(key, flag.placeOf('key'));

  const variantKeys = new UniqueKeys('variant', reading);
  const variants = flag.list('variants', (item, itemPlace) =>
    readVariant(item, itemPlace, reading, variantKeys),
  );
  const rules = flag.list('rules', (item, itemPlace) => readRule(item, itemPlace, reading, variantKeys.all));
  const rollouts = flag.list('rollouts', (item, itemPlace) => readRollout(item, itemPlace, reading));
  if (rollouts.length > 0) reading.gate('flag.rollouts', flag.placeOf('rollouts'));
  const values = { name, ...readValues(otherFields, flag, reading) };
  return {
    key,
    // In the order in which waiting changes have been stored from the beginning.
    ...membersOf(flagValueParts, values),
    off: values.off,
    ...{
      variants: variants.map(({ variant }) => variant),
      defaultVariantKey: defaultKeyOf(variants, reading),
      rules: inRankOrder(rules),
      rollouts,
    },
  };
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
