import { Client, type ClientConfig } from 'pg';

/**
 * A connection to PostgreSQL that may end at any moment.
 *
 * The pool listens to connections that nobody uses, and the ORM to those that it uses; in the moment in which one is
 * handed over neither does, and an error that nobody listens to ends the process. That the connection is gone is told
 * by the next statement.
 */
export class HeardClient extends Client {
  constructor(config?: ClientConfig) {
    super(config);
    this.on('error', () => undefined);
  }
}
