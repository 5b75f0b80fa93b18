import { type MapNode, type TreeNode } from '../tree';

/** Longest key that may stand before its colon (YAML 1.2, 7.4.2 allows 1024 with the quotes). */
const MAX_IMPLICIT_KEY = 1000;

/** Texts that need no quotes whatever reader of YAML comes along. */
const plain = /^[\p{L}_/](?:[\p{L}\p{N} _./@%+(),;!?&'*=<>^~$-]*[\p{L}\p{N}_./@%+(),;!?&'*=<>^~$-])?$/u;

/** Plain, these would be values to readers of YAML 1.1 or 1.2. */
const value = /^(?:true|false|null|yes|no|on|off|y|n|nan|inf)$/i;

/** Fine in JSON, but line breaks or not printable in YAML. */
const unprintable = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;

/** What stands behind `key:` or `-`, with the line breaks: ` 1\n`, or a line break and a block. */
export function printYamlValue(node: TreeNode, indent: number): string {
  switch (node.kind) {
    case 'text':
      return ` ${printYamlText(node.text)}\n`;
    case 'number':
      return ` ${node.json ?? '.nan'}\n`;
    case 'boolean':
      return ` ${String(node.value)}\n`;
    case 'null':
      return ' null\n';
    case 'list':
      if (node.items.length === 0) return ' []\n';
      return `\n${node.items.map((item) => printYamlItem(item, indent + 2)).join('')}`;
    case 'map':
      if (node.members.size === 0) return ' {}\n';
      return `\n${printYamlMembers(node, indent + 2).join('')}`;
  }
}

/** One item of a list, with its dash and the line breaks. */
export function printYamlItem(item: TreeNode, indent: number): string {
  const pad = ' '.repeat(indent);
  if (item.kind !== 'map' || item.members.size === 0) return `${pad}-${printYamlValue(item, indent)}`;
  // The first member stands behind the dash.
  return `${pad}- ${printYamlMembers(item, indent + 2)
    .join('')
    .slice(indent + 2)}`;
}

/** A text as YAML: plain where that is safe, else in double quotes on one line. */
export function printYamlText(text: string): string {
  if (plain.test(text) && !value.test(text)) return text;
  return JSON.stringify(text).replace(
    unprintable,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function printYamlMembers({ members }: MapNode, indent: number): readonly string[] {
  const pad = ' '.repeat(indent);
  return [...members].map(([name, member]) => {
    const key = printYamlText(name);
    const printed = printYamlValue(member.value, indent);
    return key.length > MAX_IMPLICIT_KEY ? `${pad}? ${key}\n${pad}:${printed}` : `${pad}${key}:${printed}`;
  });
}
