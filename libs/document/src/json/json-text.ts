import { MAX_JSON_DEPTH } from '@pennon/domain';
import { parseJson, JsonSyntaxError } from './parse-json';
import { Place } from '../place';
import { kindOf, type TreeNode } from '../tree';

/** A value that JSON cannot say. */
export class NotJsonError extends Error {
  constructor(
    readonly node: TreeNode,
    message: string,
  ) {
    super(message);
    this.name = 'NotJsonError';
  }
}

/**
 * A value as JSON text without insignificant white space: members in the order written, numbers with all their digits.
 *
 * @param levels How deep it may be nested.
 * @throws NotJsonError if a part of it is no JSON, as infinity, or is nested deeper.
 */
export function jsonTextOf(node: TreeNode, levels = MAX_JSON_DEPTH): string {
  if (levels < 0) throw new NotJsonError(node, 'is nested too deeply');
  switch (node.kind) {
    case 'text':
      return JSON.stringify(node.text);
    case 'number':
      if (node.json === undefined) throw new NotJsonError(node, notJson(node));
      return node.json;
    case 'boolean':
      return String(node.value);
    case 'null':
      return 'null';
    case 'list':
      return `[${node.items.map((item) => jsonTextOf(item, levels - 1)).join(',')}]`;
    case 'map': {
      const members = [...node.members].map(
        ([key, { value }]) => `${JSON.stringify(key)}:${jsonTextOf(value, levels - 1)}`,
      );
      return `{${members.join(',')}}`;
    }
  }
}

/**
 * The tree of a JSON text; of a key that is there twice the last value counts.
 *
 * @throws JsonSyntaxError if it is no JSON, or is nested too deeply.
 */
export function treeOfJsonText(text: string): TreeNode {
  const root = Place.root();
  const node = parseJson(text, root, () => undefined);
  try {
    jsonTextOf(node);
  } catch (error) {
    if (error instanceof NotJsonError) throw new JsonSyntaxError(root, error.message);
    throw error;
  }
  return node;
}

/**
 * A stored attachment as documents hold it: without white space, repeated keys and needless escapes, numbers and the
 * order of members kept. JSON `null` is no attachment.
 *
 * @throws JsonSyntaxError if it is no JSON, or is nested too deeply.
 */
export function documentAttachment(text: string): string {
  if (text === '') return '';
  const node = treeOfJsonText(text);
  return node.kind === 'null' ? '' : jsonTextOf(node);
}

function notJson(node: TreeNode & { readonly kind: 'number' }): string {
  const { spelling = kindOf(node) } = node;
  return `the number ${spelling} has no certain meaning in JSON; put it in quotes if it is a text`;
}
