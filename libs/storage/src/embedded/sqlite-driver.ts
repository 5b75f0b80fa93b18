import * as sqlite3 from 'sqlite3';

/**
 * The driver, without what TypeORM would switch on: traces that write down each statement and its values before it
 * runs. They cost more than the statement, and an error would show values that are nobody's business.
 */
export const driver = { verbose: () => sqlite3 };
