import { type MapNode, type TreeNode } from './tree';

/** How a document is written down. */
export const documentFormats = ['yaml', 'json'] as const;
export type DocumentFormat = (typeof documentFormats)[number];

/**
 * The format of a file by its name's extension: `.yml`, `.yaml` and none are YAML, `.json` is JSON; undefined for any
 * other.
 */
export function formatOfFile(fileName: string): DocumentFormat | undefined {
  const [name = ''] = /[^/\\]*$/.exec(fileName) ?? [];
  const dot = name.lastIndexOf('.');
  // A dot in front makes a file hidden and is no extension.
  switch (dot <= 0 ? '' : name.slice(dot).toLowerCase()) {
    case '':
    case '.yml':
    case '.yaml':
      return 'yaml';
    case '.json':
      return 'json';
    default:
      return undefined;
  }
}

/** What the members of a flag are called in files of other services. */
const foreignFormats = [
  { service: 'flagd', isList: true, members: ['defaultVariant', 'variants', 'state'] },
  { service: 'GO Feature Flag', isList: false, members: ['variations', 'defaultRule'] },
] as const;

/** Why a file of another service that is easily taken for ours is refused; undefined for any other. */
export function foreignFormat(root: TreeNode): string | undefined {
  if (root.kind !== 'map') return undefined;
  const found = foreignFormats.find(({ isList, members }) => {
    const flags = isList ? root.members.get('flags')?.value : root;
    return flags?.kind === 'map' && hasFlagOf(flags, members);
  });
  if (found === undefined) return undefined;
  return (
    `this is a flag file of ${found.service}, which cannot be read; "pennon export" shows how flags are written ` +
    'here (docs/migrating-from-flipt.md)'
  );
}

function hasFlagOf({ members: flags }: MapNode, members: readonly string[]): boolean {
  const first = [...flags.values()].map(({ value }) => value).find(({ kind }) => kind === 'map');
  return (
    first?.kind === 'map' && members.some((name) => first.members.has(name)) && !first.members.has('key')
  );
}
