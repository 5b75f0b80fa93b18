import { type Given } from '../command-line/command';

/**
 * The file that the command line names.
 *
 * @throws Error for `-`, which other programs take for a stream.
 */
export function fileOf({ args: [path = ''] }: Given): string {
  if (path !== '-') return path;
  throw new Error('- is not the name of a file here: name one, or write ./- for a file of that name');
}
