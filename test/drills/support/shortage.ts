import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allowGrowth, forbidGrowth } from './file-size-quota';
import { SmallDisk } from '../../support/small-disk';

/** How the room for files runs out. */
export interface Shortage {
  /** Where files can run out of room. */
  readonly directory: string;
  /** @param pid Of the process that writes there. */
  begin(pid: number): void;
  end(pid: number): void;
  remove(): void;
}

/** A file system of its own that gets full. */
export function fullDisk(): Shortage {
  const disk = SmallDisk.mount();
  return {
    directory: disk.directory,
    begin: () => {
      disk.fill();
    },
    end: () => {
      disk.makeRoom();
    },
    remove: () => {
      disk.unmount();
    },
  };
}

/** A quota on the size of files. */
export function quota(): Shortage {
  const directory = mkdtempSync(join(tmpdir(), 'pennon-quota-'));
  return {
    directory,
    begin: (pid) => {
      forbidGrowth(pid, directory);
    },
    end: allowGrowth,
    remove: () => {
      rmSync(directory, { recursive: true });
    },
  };
}
