import { assertKey, resolveNamespaceKey } from '@pennon/domain';
import { type DocumentNamespace } from '../document';
import { ObjectReader, textOf } from './object-reader';
import { type Reading } from './reading';

const namespaceFields = ['key', 'name', 'description'];

/**
 * The namespace a document is about: a key, an object, or `default`.
 *
 * A key alone says nothing of name and description. Empty values are left out when a document is written, so a
 * description that is missing beside a name is empty.
 */
export function readNamespace(document: ObjectReader, reading: Reading): DocumentNamespace {
  const node = document.field('namespace');
  const place = document.placeOf('namespace');
  const text = node === undefined ? '' : textOf(node);
  if (text !== undefined)
    return { key: heldKey(text, place, reading), name: undefined, description: undefined };
  const namespace = node && ObjectReader.of(node, place, namespaceFields, reading);
  if (namespace === undefined) {
    return { key: resolveNamespaceKey(''), name: undefined, description: undefined };
  }
  const key = heldKey(namespace.text('key'), namespace.placeOf('key'), reading);
  const name = namespace.text('name');
  const description = namespace.text('description');
  if (name !== '') return { key, name, description };
  return { key, name: undefined, description: description === '' ? undefined : description };
}

function heldKey(written: string, place: ObjectReader['place'], reading: Reading): string {
  const key = resolveNamespaceKey(written);
  reading.hold(place, () => {
    assertKey('namespace', key);
  });
  return key;
}
