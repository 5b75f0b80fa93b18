import mysql, { type Pool, type PoolConnection, type PoolOptions } from 'mysql2';
import { type ServerDatabaseConfig } from '@pennon/config';

/**
 * What every connection is told first. The mode is ours whatever the server's is: text that is too long is refused,
 * not cut off, and a backslash means to the server what it means to the driver.
 */
function sessionOf({ busyTimeout }: Pick<ServerDatabaseConfig, 'busyTimeout'>): readonly string[] {
  const seconds = Math.max(1, Math.ceil(busyTimeout / 1000));
  return [
    `SET SESSION sql_mode = 'STRICT_TRANS_TABLES,NO_ENGINE_SUBSTITUTION', innodb_lock_wait_timeout = ${seconds}`,
    // A consistent snapshot is taken at this level only. The variable has two names, the statement one.
    'SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ',
  ];
}

/**
 * The driver of MySQL and MariaDB as the ORM takes it, with what its pool lacks: a session, and an age to retire at.
 */
export function mysqlDriver(config: Pick<ServerDatabaseConfig, 'busyTimeout' | 'connMaxLifetime'>): object {
  return {
    ...mysql,
    createPool(options: PoolOptions): Pool {
      const pool = mysql.createPool(options);
      const session = sessionOf(config);
      const births = new WeakMap<PoolConnection, number>();
      pool.on('connection', (connection) => {
        births.set(connection, performance.now());
        for (const statement of session) {
          connection.query(statement, (error) => {
            if (error !== null) connection.destroy();
          });
        }
      });
      pool.on('release', (connection) => {
        const age = performance.now() - (births.get(connection) ?? 0);
        if (config.connMaxLifetime > 0 && age > config.connMaxLifetime) connection.destroy();
      });
      return pool;
    },
  };
}
