import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServerDatabase, dropServerDatabase } from '../support/database-server';
import { say } from './say';
import { type Scope } from './scope';
import { exportOf, importInto, seed, seedDatabase } from './seed';
import { benchNamespace, USUAL_RULES } from './workload/bench-namespace';

/** The databases of a run. Each is filled once, when somebody wants it; files are handed out as copies. */
export class Databases {
  private readonly filled = new Map<string, Promise<string>>();

  /**
   * @param oldBundle Programs of an older build, by which SQLite databases are made, so that both builds can open them.
   */
  constructor(
    private readonly scope: Scope,
    private readonly oldBundle?: string,
  ) {}

  /** An empty directory that goes with the run. */
  directory(): string {
    const directory = mkdtempSync(join(tmpdir(), 'pennon-bench-'));
    this.scope.onClose(() => {
      rmSync(directory, { recursive: true, force: true });
    });
    return directory;
  }

  /** A directory with a database of that many flags, for one server: it may write to it. No flags, no database. */
  async copy(flagCount: number, rulesPerFlag = USUAL_RULES): Promise<string> {
    const directory = this.directory();
    if (flagCount > 0) cpSync(await this.original(flagCount, rulesPerFlag), directory, { recursive: true });
    return directory;
  }

  /** The URL of a database on PostgreSQL; rejects where there is none. */
  async shared(flagCount: number): Promise<string> {
    return this.once(`${flagCount} flags on PostgreSQL`, async () => {
      const url = await createServerDatabase('postgres');
      this.scope.onClose(() => dropServerDatabase(url));
      await seedDatabase(url, benchNamespace(flagCount));
      return url;
    });
  }

  private async original(flagCount: number, rulesPerFlag: number): Promise<string> {
    return this.once(`${flagCount} flags of ${rulesPerFlag} rules`, async () => {
      const directory = this.directory();
      await seed(directory, benchNamespace(flagCount, rulesPerFlag));
      if (this.oldBundle === undefined) return directory;
      const ofOld = this.directory();
      await importInto(ofOld, await exportOf(directory), this.oldBundle);
      return ofOld;
    });
  }

  private async once(name: string, fill: () => Promise<string>): Promise<string> {
    const present = this.filled.get(name);
    if (present !== undefined) return present;
    say(`filling a database: ${name}`);
    const filling = fill();
    this.filled.set(name, filling);
    return filling;
  }
}
