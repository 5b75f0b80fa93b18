import { type Json, type JsonObject } from '@pennon/domain';
import { jsonTextOf, NotJsonError } from '../attachment';
import { type TreeNode } from '../tree';

/**
 * Metadata as the domain holds it; undefined when the object is empty.
 *
 * @throws NotJsonError if a part is no JSON, nested too deeply, or a number beyond a double.
 */
export function metadataOf(node: TreeNode & { readonly kind: 'map' }): JsonObject | undefined {
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
