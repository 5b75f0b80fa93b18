import { readFileSync } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { SecondNameError } from '../database/driver-errors';

/**
 * Refuses a file that has a second name. SQLite keeps the write-ahead log beside the *name* that a file was opened by:
 * two processes that use two names of one file overwrite each other's pages, and no lock beside a name keeps them
 * apart. Symbolic links are no second name, because SQLite follows them.
 *
 * @param location The file, for people.
 * @throws SecondNameError if the file has hard links, or is itself a mount point.
 */
export async function assertOneName(file: string, location: string): Promise<void> {
  const path = await realpath(file);
  const found = await stat(path);
  const { nlink, ino } = found;
  // Of a directory, links count what is in it.
  if (nlink > 1 && found.isFile()) {
    const other = (await otherNameOf(path, ino)) ?? `find it with \`find / -xdev -inum ${ino}\``;
    throw new SecondNameError(
      `the database ${location} has ${nlink} names, ${path} and another hard link (${other}): writes through the one ` +
        'are lost by the other; delete the other name, and copy the file with `sqlite3 FILE ".backup COPY"`',
    );
  }
  const source = mountedAt(path);
  if (source !== undefined) {
    throw new SecondNameError(
      `the database ${location} is a mount of the single file ${source}, which has another name where it comes from: ` +
        'writes through the one are lost by the other; mount the directory of the file',
    );
  }
}

/** Another name of a file in its own directory, where most of them are. */
async function otherNameOf(path: string, ino: number): Promise<string | undefined> {
  const directory = dirname(path);
  for (const name of await readdir(directory)) {
    const candidate = join(directory, name);
    if (candidate !== path && (await stat(candidate).catch(() => undefined))?.ino === ino) return candidate;
  }
  return undefined;
}

/** The file that is mounted at that path, by its name in its own file system; undefined if none is. */
function mountedAt(path: string): string | undefined {
  for (const line of mounts()) {
    const [, , , root = '', point = ''] = line.split(' ');
    if (unescaped(point) === path) return unescaped(root);
  }
  return undefined;
}

/** What is mounted, in the form of proc(5); nothing on other systems than Linux. */
function mounts(): readonly string[] {
  try {
    return readFileSync('/proc/self/mountinfo', 'utf8').split('\n');
  } catch {
    return [];
  }
}

function unescaped(text: string): string {
  return text.replaceAll(/\\([0-7]{3})/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 8)),
  );
}
