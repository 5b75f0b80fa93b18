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
