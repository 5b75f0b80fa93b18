import type { ListNode, MapNode, TreeNode } from '../tree';

/** A name with its value; a value that is undefined is left out. */
export type Field = readonly [string, TreeNode | undefined];

export type Fields = readonly Field[];

export function object(fields: Fields): MapNode {
  const members = fields.flatMap(([name, value]) =>
    value === undefined ? [] : [[name, { keyOffset: 0, value }] as const],
  );
  return { kind: 'map', offset: 0, members: new Map(members) };
}

export function list(items: readonly TreeNode[]): ListNode {
  return { kind: 'list', offset: 0, items };
}

export function listUnlessEmpty<T>(items: readonly T[], treeOf: (item: T) => TreeNode): ListNode | undefined {
  return items.length === 0 ? undefined : list(items.map(treeOf));
}

export function text(value: string): TreeNode {
  return { kind: 'text', offset: 0, text: value };
}

export function textUnlessEmpty(value: string): TreeNode | undefined {
  return value === '' ? undefined : text(value);
}

export function boolean(value: boolean): TreeNode {
  return { kind: 'boolean', offset: 0, value, spelling: undefined };
}

export function number(value: number): TreeNode {
  return { kind: 'number', offset: 0, json: JSON.stringify(value), spelling: undefined };
}
