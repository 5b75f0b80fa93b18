import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import type { Report } from '../config-error';
import type { ConfigFile } from './find-config-file';
import { flattenKeys, type FlatKey } from './flatten-keys';
import { readYaml } from './read-yaml';

const extensions = ['.yml', '.yaml', '.json'];

/** Returns the keys of a file. A file that cannot be read, or is no YAML, is reported and has no keys. */
export function readConfigFile({ path, namedBy }: ConfigFile, report: Report): readonly FlatKey[] {
  const refuse = (reason: string): readonly FlatKey[] => {
    report({ key: path, reason, ...(namedBy !== undefined && { source: namedBy }) });
    return [];
  };
  if (!extensions.includes(extname(path).toLowerCase())) {
    return refuse(`unsupported kind of file; expected ${extensions.join(', ')}`);
  }
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    return refuse(unreadable(error));
  }
  const { content, faults } = readYaml(text);
  return faults.length > 0 ? faults.flatMap(refuse) : flattenKeys(content);
}

function unreadable(error: unknown): string {
  const cause = typeof error === 'object' && error !== null && 'code' in error ? error.code : error;
  return cause === 'ENOENT' ? 'no such file' : `cannot be read (${String(cause)})`;
}
