import { DEFAULT_NAMESPACE_KEY, resolveNamespaceKey } from '@pennon/domain';
import { type DocumentFormat } from '../format';
import { JsonSyntaxError, parseJson } from '../json/parse-json';
import { JsonSplitter } from '../json/split-json';
import { Place } from '../place';
import { type TreeNode } from '../tree';
import { parseYaml } from '../yaml/parse-yaml';
import { YamlSplitter } from '../yaml/split-yaml';
import { textOf } from '../fields/object-reader';

const ignore = (): void => undefined;

/**
 * The keys of the namespaces that a text speaks of, once each: also of documents that cannot be read, as far as their
 * lines say. Empty when there is no document.
 */
export function namespaceKeysIn(text: string, format: DocumentFormat): readonly string[] {
  const splitter = format === 'json' ? new JsonSplitter() : new YamlSplitter();
  const documents = [...splitter.push(text), ...splitter.end()];
  return [...new Set(documents.flatMap((document) => keysOf(document.text, format)))];
}

function keysOf(text: string, format: DocumentFormat): readonly string[] {
  const root = treeOf(text, format);
  if (root?.kind === 'map') return [keyInTree(root)];
  return root?.kind === 'null' ? [] : [keyInLines(text)];
}

function treeOf(text: string, format: DocumentFormat): TreeNode | undefined {
  if (format === 'yaml') return parseYaml(text, Place.root(), ignore);
  try {
    return parseJson(text, Place.root(), ignore);
  } catch (error) {
    if (error instanceof JsonSyntaxError) return undefined;
    throw error;
  }
}

function keyInTree({ members }: Extract<TreeNode, { kind: 'map' }>): string {
  const namespace = members.get('namespace')?.value;
  const key = namespace?.kind === 'map' ? namespace.members.get('key')?.value : namespace;
  return resolveNamespaceKey(key === undefined ? '' : (textOf(key) ?? ''));
}

/**
 * `namespace: shop`, `"namespace": "shop"`, with an object behind it whose key is on the same line or an indented one.
 */
const namespaceLine = /(?:^|[{,\s])["']?namespace["']?[ \t]*:[ \t]*["']?([-\w,]+)?/;
const keyLine = /(?:^|[{,\s])["']?key["']?[ \t]*:[ \t]*["']?([-\w,]+)/;

/** How many lines after that of the namespace may hold its key. */
const OBJECT_LINES = 4;

function keyInLines(text: string): string {
  const lines = text.split('\n');
  const index = lines.findIndex((line) => namespaceLine.test(line));
  const [line = '', ...following] = lines.slice(index, index + OBJECT_LINES);
  const found = index === -1 ? null : namespaceLine.exec(line);
  if (found === null) return DEFAULT_NAMESPACE_KEY;
  if (found[1] !== undefined) return found[1];
  const rest = [line.slice(found.index + found[0].length), ...following].join('\n');
  return keyLine.exec(rest)?.[1] ?? DEFAULT_NAMESPACE_KEY;
}
