import { LRUCache } from 'lru-cache';
import * as sqlite3 from 'sqlite3';

/** Statements of one connection that are kept. The texts of the house are fewer. */
const MAX_STATEMENTS = 250;

/** In characters. Longer texts write many rows at once, and rarely as many again. */
const MAX_TEXT = 4_000;

/** How the driver tells the end of a statement, whose own figures are members of `this`. */
type Answer = (this: unknown, error: Error | null, rows?: readonly unknown[]) => void;

/**
 * A connection that prepares a statement once.
 *
 * The driver prepares each text anew, in a turn of another thread, before a second turn runs it. For statements as
 * short as those of a write that takes as long as what they do.
 */
export class CachingConnection extends sqlite3.Database {
  private readonly prepared = new LRUCache<string, sqlite3.Statement>({
    max: MAX_STATEMENTS,
    dispose: (statement) => statement.finalize(),
  });

  override run(sql: string, ...rest: unknown[]): this {
    // What gives rows stops at its first one when it is run, and is then a statement that runs until it is given up.
    const givesNone = /^(?:INSERT|UPDATE|DELETE) (?!.* RETURNING )/s.test(sql);
    return givesNone ? this.execute('run', sql, rest) : super.run(sql, ...rest);
  }

  override all(sql: string, ...rest: unknown[]): this {
    return this.execute('all', sql, rest);
  }

  override close(answer?: (error: Error | null) => void): void {
    // SQLite does not close while there are statements, such as one that is being prepared.
    this.wait(() => {
      this.prepared.clear();
      super.close(answer);
    });
  }

  private execute(method: 'run' | 'all', sql: string, rest: readonly unknown[]): this {
    if (sql.length > MAX_TEXT) return super[method](sql, ...rest);
    const { prepared } = this;
    const answer = rest.at(-1) as Answer;
    const statement =
      prepared.get(sql) ??
      this.prepare(sql, function (error) {
        if (error === null) prepared.set(sql, this);
        else answer.call(this, error);
      });
    statement[method](...rest.slice(0, -1), function (this: unknown, error: Error | null, rows?: unknown[]) {
      // SQLite takes one that failed for one that still runs.
      if (error !== null) prepared.delete(sql);
      answer.call(this, error, rows);
    });
    return this;
  }
}
