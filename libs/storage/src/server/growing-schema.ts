import type { ServerAddress } from '@pennon/config';
import { commonOptions } from '../database/data-source-options';
import { OvertakenError } from '../database/driver-errors';
import type { Ask, Fitness } from './server-choice';

/** A migration was run without which the connections were opened. */
class SchemaGrownError extends OvertakenError {}

/**
 * A server whose schema is what it was when the connections were opened. Those that do without some columns are left
 * within a second after these were added.
 */
export class GrowingSchema implements Fitness {
  private lacking: readonly string[] = [];

  /** @param fitness What the server has to be besides; anything unless given. */
  constructor(private readonly fitness: Fitness | undefined) {}

  /** Takes down without which migrations the connections are opened, by their names. */
  opened(lacking: readonly string[]): void {
    this.lacking = lacking;
  }

  async assert(ask: Ask, address: ServerAddress): Promise<void> {
    await this.fitness?.assert(ask, address);
    if (this.lacking.length === 0) return;
    const names = this.lacking.map((name) => `'${name}'`).join(', ');
    const rows = await ask(`SELECT name FROM ${commonOptions.migrationsTableName} WHERE name IN (${names})`);
    if (rows.length > 0) throw new SchemaGrownError('the schema was brought up to date');
  }

  isLackedBy(error: unknown): boolean {
    return error instanceof SchemaGrownError || this.fitness?.isLackedBy(error) === true;
  }
}
