// A PostgreSQL that behaves to its clients as a CockroachDB does, where the two differ: run as a worker thread, with the host
// and port of the PostgreSQL as `workerData`; posts the port it listens on.
import { connect, createServer } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

/** Codes of the first message of a connection that asks for encryption; PostgreSQL's "Message Formats". */
const encryptionRequests = new Set([80_877_103, 80_877_104]);

/** What CockroachDB does not have, or has to no effect: https://www.cockroachlabs.com/docs/stable/postgresql-compatibility */
const unsupported = /\b(un)?listen\b|\bnotify\b|pg_notify|pg_(try_)?advisory|pg_settings|pg_is_in_recovery/i;

/** A setting that the ORM makes at every connection, which PostgreSQL does not know. */
const ownSetting = /^set enable_experimental_alter_column_type_general\b/i;

/** What PostgreSQL has other words for, and what is so anyway on CockroachDB: order by code points, and serial transactions. */
const otherWords = [
  [/^(create database \w+)$/i, "$1 TEMPLATE template0 LC_COLLATE 'C' LC_CTYPE 'C'"],
  [/^(drop database (?:if exists )?\w+) cascade$/i, '$1 WITH (FORCE)'],
  [/^begin read only\b/i, 'BEGIN ISOLATION LEVEL SERIALIZABLE READ ONLY'],
];

/** The columns of tables, of which CockroachDB tells more. */
const columns = '"information_schema"."columns"';
const moreColumns = `(SELECT *, 'NO' AS is_hidden, data_type AS crdb_sql_type FROM ${columns}) AS "columns"`;

let commits = 0;

/** The statement that the server gets in place of the one that the client has sent. */
function dressed(sql) {
  if (ownSetting.test(sql)) return 'SELECT true';
  if (unsupported.test(sql)) return raising('0A000', 'unimplemented: this feature is not supported');
  // Transactions are asked to be run again, as under contention: every first attempt, unless others come between.
  if (/^commit\b/i.test(sql) && commits++ % 2 === 0) return raising('40001', 'restart transaction');
  const inItsWords = otherWords.reduce((text, [own, other]) => text.replace(own, other), sql);
  return inItsWords.replaceAll(columns, moreColumns);
}

function raising(code, message) {
  return `DO $$ BEGIN RAISE EXCEPTION '${message}' USING ERRCODE = '${code}'; END $$`;
}

/** Passes on what a client sends, message by message. Source: PostgreSQL, "Message Formats". */
function passOn(client, server) {
  let rest = Buffer.alloc(0);
  let isOpen = false;
  client.on('data', (bytes) => {
    rest = Buffer.concat([rest, bytes]);
    for (;;) {
      // The first message has no letter; the length counts itself, and not the letter.
      const letters = isOpen ? 1 : 0;
      if (rest.length < letters + 4) return;
      const end = letters + rest.readInt32BE(letters);
      if (rest.length < end) return;
      const message = rest.subarray(0, end);
      rest = rest.subarray(end);
      if (isOpen) {
        server.write(rewritten(message));
      } else if (encryptionRequests.has(message.readInt32BE(4))) {
        client.write('N');
      } else {
        isOpen = true;
        server.write(message);
      }
    }
  });
}

/** A message with another statement in it: a query, or one that is to be prepared. */
function rewritten(message) {
  const type = String.fromCharCode(message[0]);
  if (type !== 'Q' && type !== 'P') return message;
  const nameEnd = type === 'P' ? message.indexOf(0, 5) + 1 : 5;
  const sqlEnd = message.indexOf(0, nameEnd);
  const sql = message.toString('utf8', nameEnd, sqlEnd);
  const other = dressed(sql);
  if (other === sql) return message;
  const result = Buffer.concat([message.subarray(0, nameEnd), Buffer.from(other), message.subarray(sqlEnd)]);
  result.writeInt32BE(result.length - 1, 1);
  return result;
}

const listener = createServer((client) => {
  const server = connect(workerData);
  passOn(client, server);
  server.pipe(client);
  for (const [one, other] of [
    [client, server],
    [server, client],
  ]) {
    one.setNoDelay(true);
    one.on('error', () => undefined);
    one.once('close', () => other.destroy());
  }
});
listener.listen(0, '127.0.0.1', () => parentPort.postMessage(listener.address().port));
