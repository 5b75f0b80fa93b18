import { jsonTokens } from '../json-tokens';

/** A value of JSON, spelled as it was: numbers are never read. */
export type JsonNode = JsonLeaf | JsonBranch;

export interface JsonLeaf {
  readonly kind: 'string' | 'number' | 'boolean' | 'null';
  /** As in `"a"`, `1.10` or `null`. */
  readonly spelling: string;
}

export interface JsonBranch {
  readonly kind: 'object' | 'array';
  readonly entries: readonly JsonEntry[];
}

/** A member of an object, or an item of an array. */
export interface JsonEntry {
  /** The key with its quotes as it was spelled, or the place in the array from 0. */
  readonly name: string;
  readonly node: JsonNode;
}

/** An object or array whose end was not come to. */
interface Growing {
  readonly kind: JsonBranch['kind'];
  readonly entries: JsonEntry[];
  /** Of the member that comes next. */
  key: string | undefined;
}

/**
 * What JSON holds, with the order and the number of its members. It keeps its own stack: attachments may be nested more
 * deeply than functions may.
 *
 * @throws SyntaxError for what is no JSON.
 */
export function readJsonTree(text: string): JsonNode {
  const all = jsonTokens(text);
  const outer: Growing = { kind: 'array', entries: [], key: undefined };
  const stack = [outer];
  for (const [index, token] of all.entries()) {
    const within = stack.at(-1) ?? outer;
    if (token === '{' || token === '[') {
      const branch: Growing = { kind: token === '{' ? 'object' : 'array', entries: [], key: undefined };
      add(within, branch);
      stack.push(branch);
    } else if (token === '}' || token === ']') {
      stack.pop();
    } else if (all[index + 1] === ':') {
      within.key = token;
    } else if (token !== ',' && token !== ':') {
      add(within, { kind: kindOf(token), spelling: token });
    }
  }
  const [root] = outer.entries;
  if (root === undefined) throw new SyntaxError('There is no JSON.');
  return root.node;
}

function add({ entries, key }: Growing, node: JsonNode): void {
  entries.push({ name: key ?? String(entries.length), node });
}

function kindOf(token: string): JsonLeaf['kind'] {
  if (token.startsWith('"')) return 'string';
  if (token === 'true' || token === 'false') return 'boolean';
  return token === 'null' ? 'null' : 'number';
}
