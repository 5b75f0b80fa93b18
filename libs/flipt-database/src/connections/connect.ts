import { databaseAt, InvalidValueError } from '@pennon/config';
import { InvalidArgumentError } from '@pennon/domain';
import { type FliptConnection } from './flipt-connection';
import { openMysql } from './mysql-connection';
import { openPostgres } from './postgres-connection';
import { openSqlite } from './sqlite-connection';

/**
 * Opens what a URL names, to read it.
 *
 * @throws InvalidArgumentError if the URL names nothing that can be read; the message holds no part of it.
 * @throws UnavailableError if it cannot be reached.
 */
export async function connectTo(url: string): Promise<FliptConnection> {
  const place = placeOf(url);
  if (place.server === undefined) return openSqlite(place.file);
  if (place.server.others.length > 0)
    throw new InvalidArgumentError('the URL of the Flipt database: names several hosts; name one');
  return place.server.dialect === 'mysql' ? openMysql(place.server) : openPostgres(place.server);
}

function placeOf(url: string): ReturnType<typeof databaseAt> {
  try {
    // An embedded libSQL database is a SQLite file under a name of its own. It is only read, whatever the mode.
    return databaseAt(
      url.replace(/^libsql:\/\/(?=file:)/i, '').replace(/([?&])mode=ro(?=&|$)/, '$1mode=rwc'),
    );
  } catch (error) {
    if (!(error instanceof InvalidValueError)) throw error;
    throw new InvalidArgumentError(`the URL of the Flipt database: ${error.message}`, { cause: error });
  }
}
