import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, truncateSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Room for a database, and little else. */
const SIZE = '4m';

/** A disk that a drill may fill: a small file system in memory, of its own. */
export class SmallDisk {
  private readonly ballast: string;

  private constructor(readonly directory: string) {
    this.ballast = join(directory, 'ballast');
  }

  /** True where this user may mount one. */
  static get isPossible(): boolean {
    try {
      SmallDisk.mount().unmount();
      return true;
    } catch {
      return false;
    }
  }

  /** Mounts one. @param size As `mount` takes it. Throws where that is not allowed. */
  static mount(size = SIZE): SmallDisk {
    const directory = mkdtempSync(join(tmpdir(), 'pennon-disk-'));
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', directory], { stdio: 'ignore' });
    } catch (error) {
      rmSync(directory, { recursive: true });
      throw error;
    }
    return new SmallDisk(directory);
  }

  /** Takes all that is left. */
  fill(): void {
    const file = openSync(this.ballast, 'a');
    try {
      for (const bytes of [65_536, 4_096, 1]) fillWith(file, Buffer.alloc(bytes));
    } finally {
      closeSync(file);
    }
  }

  /** Gives it back. */
  makeRoom(): void {
    truncateSync(this.ballast);
  }

  unmount(): void {
    execFileSync('umount', [this.directory]);
    rmSync(this.directory, { recursive: true });
  }
}

/** Writes the same again and again until no more of it fits. */
function fillWith(file: number, bytes: Buffer): void {
  for (;;) {
    try {
      writeSync(file, bytes);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return;
      throw error;
    }
  }
}
