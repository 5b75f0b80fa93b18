import {
  Composer,
  type CST,
  type Document,
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  type Pair,
  Parser,
  type Scalar,
} from 'yaml';
import type { Place } from '../place';
import { type MapNode, MAX_DEPTH, type Member, REPEATED_KEY, type TreeNode } from '../tree';

/** True when collections of a syntax tree are nested deeper than `limit`. Does not recurse. */
function isDeeperThan(limit: number, token: CST.Token): boolean {
  const pending = [{ token, depth: 0 }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { depth } = next;
    if (depth > limit) return true;
    for (const child of childrenOf(next.token)) pending.push({ token: child, depth: depth + 1 });
  }
  return false;
}

function childrenOf(token: CST.Token): readonly CST.Token[] {
  if (token.type === 'document') return token.value === undefined ? [] : [token.value];
  if (!('items' in token)) return [];
  const children: CST.Token[] = [];
  for (const { key, value } of token.items) {
    if (isCollection(key)) children.push(key);
    if (isCollection(value)) children.push(value);
  }
  return children;
}

function isCollection(token: CST.Token | null | undefined): token is CST.Token {
  return token !== null && token !== undefined && 'items' in token;
}

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * A number of YAML as JSON spells it, with all its digits; undefined when JSON has no spelling for it.
 *
 * Leading zeros have none on purpose: 012 is twelve to some readers of YAML and ten to others.
 */
export function jsonSpelling(yaml: string): string | undefined {
  if (jsonNumber.test(yaml)) return yaml;
  if (/^0[xo][\da-fA-F]+$/.test(yaml)) return BigInt(yaml).toString();
  const completed = yaml
    .replace(/^\+/, '')
    .replace(/^(-?)\./, '$10.')
    .replace(/\.(?=[eE]|$)/, '.0');
  return jsonNumber.test(completed) ? completed : undefined;
}

/** How much the aliases of one document may stand for together: nodes, and characters in them. */
const MAX_ALIASED = 10_000_000;

/** Told what keeps a text from being read, and where. */
type OnFault = (place: Place, reason: string) => void;

/**
 * Reads one YAML 1.2 document with the place of everything in it; undefined when it holds nothing, or when a fault
 * leaves nothing to read.
 *
 * Plain scalars mean what YAML 1.2 says: `yes` and `2024-06-01` are texts. Anchors, aliases and the merge key `<<`
 * are resolved; every number keeps its digits.
 */
export function parseYaml(source: string, root: Place, onFault: OnFault): TreeNode | undefined {
  const document = parsed(source);
  if (document === undefined) {
    onFault(root, `is nested deeper than ${MAX_DEPTH} levels`);
    return undefined;
  }
  // A warning is an unknown tag, often a value that begins with `!` and lacks its quotes: it would be lost.
  const faults = [...document.errors, ...document.warnings];
  for (const { pos, message } of faults) onFault(root.movedTo(pos[0]), message);
  if (faults.length > 0 || document.contents === null) return undefined;
  return new YamlReader(onFault).read(document.contents, root, 0);
}

/** Widest indent that is read, dashes included: the package recurses by it, and people need far less. */
const MAX_INDENT = 2 * MAX_DEPTH + 100;
const tooDeepLine = new RegExp(`^[ \\t?:-]{${MAX_INDENT}}`, 'm');

/**
 * What the package makes of the text; undefined when it is nested too deeply. That has to be known before: the package
 * recurses, and close to the end of the stack Node.js does not always throw but may abort the process.
 */
function parsed(source: string): Document.Parsed | undefined {
  const tokens = tooDeepLine.test(source) ? undefined : syntaxTree(source);
  if (tokens === undefined || tokens.some((token) => isDeeperThan(MAX_DEPTH, token))) return undefined;
  // Keys that are repeated are found while the tree is read, in linear time.
  const composer = new Composer({ uniqueKeys: false, resolveKnownTags: false });
  const [document] = composer.compose(tokens, true, source.length);
  return document;
}

function syntaxTree(source: string): readonly CST.Token[] | undefined {
  try {
    return [...new Parser().parse(source)];
  } catch (error) {
    // A caller may have used up much of the stack.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** What an anchor stands for, and how much that is: nodes, and characters in them. */
interface Anchored {
  readonly node: TreeNode;
  readonly size: number;
}

class YamlReader {
  private readonly anchors = new Map<string, Anchored>();
  private size = 0;
  private aliasedSize = 0;

  constructor(private readonly onFault: OnFault) {}

  /** @param node of the parser; anything that is no node is an absent value. */
  read(node: unknown, place: Place, depth: number): TreeNode {
    const { offset } = place;
    if (depth > MAX_DEPTH) return this.fault(place, `is nested deeper than ${MAX_DEPTH} levels`);
    if (isAlias(node)) return this.aliased(node.source, place);
    const before = this.size++;
    const tree = this.readNode(node, place, depth) ?? { kind: 'null', offset };
    const anchor = isScalar(node) || isMap(node) || isSeq(node) ? node.anchor : undefined;
    if (anchor !== undefined) this.anchors.set(anchor, { node: tree, size: this.size - before });
    return tree;
  }

  private readNode(node: unknown, place: Place, depth: number): TreeNode | undefined {
    if (isScalar(node)) {
      if (typeof node.value === 'string') this.size += node.value.length;
      return readScalar(node, place.offset);
    }
    if (isMap(node)) return this.readMap(node.items, place, depth);
    if (!isSeq(node)) return undefined;
    const items = node.items.map((item, index) =>
      this.read(item, place.at(index, offsetOf(item) ?? place.offset), depth + 1),
    );
    return { kind: 'list', offset: place.offset, items };
  }

  private readMap(items: readonly Pair[], place: Place, depth: number): MapNode {
    const members = new Map<string, Member>();
    const merged: TreeNode[] = [];
    for (const { key, value } of items) {
      const keyOffset = offsetOf(key) ?? place.offset;
      const name = this.keyOf(key, place.movedTo(keyOffset));
      this.size += name.length;
      const below = place.at(name, offsetOf(value) ?? keyOffset);
      const node = this.read(value, below, depth + 1);
      if (isMergeKey(key)) merged.push(...this.mergedBy(node, below));
      else if (members.has(name)) this.onFault(place.at(name, keyOffset), REPEATED_KEY);
      else members.set(name, { keyOffset, value: node });
    }
    for (const node of merged) addMissing(members, node);
    return { kind: 'map', offset: place.offset, members };
  }

  private keyOf(key: unknown, place: Place): string {
    if (isScalar(key) && typeof key.value === 'string') return key.value.toWellFormed();
    if (isScalar(key) && key.source !== undefined && key.source !== '') return key.source;
    this.onFault(place, 'has a key that is no text');
    return '';
  }

  /** The objects under a merge key: one, or a list of them. */
  private mergedBy(node: TreeNode, place: Place): readonly TreeNode[] {
    const nodes = node.kind === 'list' ? [...node.items] : [node];
    if (nodes.every(({ kind }) => kind === 'map')) return nodes;
    this.onFault(place, 'the merge key << takes an object or a list of objects');
    return [];
  }

  private aliased(anchor: string, place: Place): TreeNode {
    const anchored = this.anchors.get(anchor);
    if (anchored === undefined) return this.fault(place, `there is no anchor &${anchor} before this alias`);
    this.size += anchored.size;
    this.aliasedSize += anchored.size;
    if (this.aliasedSize > MAX_ALIASED) {
      return this.fault(place, `aliases stand for more than ${MAX_ALIASED} values and characters`);
    }
    return anchored.node;
  }

  private fault(place: Place, reason: string): TreeNode {
    this.onFault(place, reason);
    return { kind: 'null', offset: place.offset };
  }
}

function readScalar(scalar: Scalar, offset: number): TreeNode {
  const { value, source } = scalar;
  const spelling = source ?? String(value);
  switch (typeof value) {
    case 'string':
      // Half a surrogate pair, which YAML can escape and no text in UTF-8 has, becomes U+FFFD, as in requests.
      return { kind: 'text', offset, text: value.toWellFormed() };
    case 'number':
      return { kind: 'number', offset, json: jsonSpelling(spelling), spelling };
    case 'boolean':
      return { kind: 'boolean', offset, value, spelling };
    default:
      return { kind: 'null', offset };
  }
}

function isMergeKey(key: unknown): boolean {
  return isScalar(key) && key.type === 'PLAIN' && key.value === '<<';
}

function addMissing(members: Map<string, Member>, node: TreeNode): void {
  if (node.kind !== 'map') return;
  for (const [name, member] of node.members) if (!members.has(name)) members.set(name, member);
}

function offsetOf(node: unknown): number | undefined {
  if (isPair(node)) return offsetOf(node.key);
  if (isScalar(node) || isMap(node) || isSeq(node) || isAlias(node)) return node.range?.[0];
  return undefined;
}
