import { assertAttachment, assertKeyLength } from '@pennon/domain';
import { jsonTextOf, NotJsonError } from '../attachment';
import { type DocumentVariant } from '../document';
import { type Place } from '../place';
import { type TreeNode } from '../tree';
import { ObjectReader } from './object-reader';
import { type Reading } from './reading';
import { type UniqueKeys } from './unique-keys';

const variantFields = ['default', 'key', 'name', 'description', 'attachment'];

/** A variant, and whether it is the flag's default. */
export interface ReadVariant {
  readonly variant: DocumentVariant;
  readonly isDefault: boolean;
  readonly place: Place;
}

/** A variant of a document; undefined when it cannot be told what it is. */
export function readVariant(
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
