/**
 * What the drivers call failures: SQLite's result codes, PostgreSQL's SQLSTATEs (CockroachDB has the same), the names
 * that mysql2 gives MySQL's error numbers, and Node's names of network errors. Errors without a code are told by
 * their message.
 */

/** The server asks for a transaction to be run again, though it did not wait for another one. */
export const restartCodes: readonly string[] = [
  '40001', // serialization_failure
];

/** Another transaction was in the way; the same one may succeed when it is run again. */
export const contention: readonly string[] = [
  ...restartCodes,
  '40P01', // deadlock_detected
  '55P03', // lock_not_available
  'ER_LOCK_DEADLOCK',
  'ER_LOCK_WAIT_TIMEOUT',
  'ER_CHECKREAD', // a row changed since the transaction began
];

/** A row of another transaction is in the way. */
export const rowConflicts: readonly string[] = [
  '23505', // unique_violation
  '23503', // foreign_key_violation
  'ER_DUP_ENTRY',
  'ER_NO_REFERENCED_ROW_2',
  'ER_ROW_IS_REFERENCED_2',
];

/** A row breaks a rule of its table: it is there twice, or refers to one that is missing. */
export const brokenRuleCodes: readonly string[] = [
  ...rowConflicts,
  'SQLITE_CONSTRAINT',
  '23***', // integrity constraint violation
  'ER_BAD_NULL_ERROR',
];

/** A value does not fit its column. */
export const misfitCodes: readonly string[] = [
  '22***', // data exception
  'ER_DATA_TOO_LONG',
  'ER_TRUNCATED_WRONG_VALUE_FOR_FIELD',
  'ER_WARN_DATA_OUT_OF_RANGE',
];

/** The disk of the database is full: it can be read, and takes writes again when there is space. */
export const outOfSpaceCodes: readonly string[] = [
  'SQLITE_FULL',
  '53100', // disk_full
  'ER_DISK_FULL',
  'ER_RECORD_FILE_FULL',
];

/** How MySQL and MariaDB quote the system's ENOSPC and EDQUOT, whatever the code of the error. */
export const outOfSpaceMessage = /(?:\((?:Errcode|errno): |^Got error )(?:28|122) /;

/** The SQLite file is damaged, or is not a database. */
export const corruptCodes: readonly string[] = ['SQLITE_CORRUPT', 'SQLITE_NOTADB'];

/** The database cannot be used now, though the statement is fine and the connection too. */
export const unavailableCodes: readonly string[] = [
  'SQLITE_BUSY',
  'SQLITE_LOCKED',
  'SQLITE_IOERR',
  'SQLITE_CANTOPEN',
  '53***', // out of memory, configuration limits
  '58***', // the server’s system
  '57014', // query_canceled: the statement took too long
  'ER_QUERY_INTERRUPTED',
  'ER_QUERY_TIMEOUT',
];

/**
 * The server takes no writes: it was the primary and is a replica now, or is fenced off. Reads of it may be old for
 * good, so that none of its connections is of more use.
 */
export const demotedCodes: readonly string[] = [
  '25006', // read_only_sql_transaction
  'ER_OPTION_PREVENTS_STATEMENT',
  'ER_READ_ONLY_MODE',
  'ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION',
];

/** The user may not do that to that table. */
export const forbiddenCodes: readonly string[] = [
  '42501', // insufficient_privilege
  'ER_TABLEACCESS_DENIED_ERROR',
  'ER_COLUMNACCESS_DENIED_ERROR',
];

/** The server has as many connections as it, or the user, may have: one has to come free. */
export const fullCodes: readonly string[] = [
  '53300', // too_many_connections
  'ER_CON_COUNT_ERROR',
  'ER_TOO_MANY_USER_CONNECTIONS',
  'ER_USER_LIMIT_REACHED',
];

/** A connection that worked has ended, by the server or on the way to it. */
export const cutConnectionCodes: readonly string[] = [
  ...['ECONNRESET', 'ECONNABORTED', 'EPIPE'],
  '08***', // connection exceptions
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P05', // idle_session_timeout
  '25P03', // idle_in_transaction_session_timeout
  'PROTOCOL_CONNECTION_LOST',
  'PROTOCOL_ENQUEUE_AFTER_FATAL_ERROR',
  'ER_SERVER_SHUTDOWN',
  'ER_NORMAL_SHUTDOWN',
  'ER_CONNECTION_KILLED',
  'ER_NET_READ_INTERRUPTED',
  'ER_NET_WRITE_INTERRUPTED',
  'ER_NET_ERROR_ON_WRITE',
];

/** The same, where the driver gives no code. */
export const cutConnectionMessages: readonly string[] = [
  'Connection terminated',
  'Connection terminated unexpectedly',
  'Client was closed and is not queryable',
  'Client has encountered a connection error and is not queryable',
  "Can't add new command when connection is in closed state",
];

/** The connection is of no more use, or was never made. */
export const lostConnectionCodes: readonly string[] = [
  ...cutConnectionCodes,
  ...[
    'ECONNREFUSED',
    'ETIMEDOUT',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'ENOTFOUND',
    'EAI_AGAIN',
    'ENOENT',
    'EACCES',
  ],
  '57P03', // cannot_connect_now
  '28***', // invalid authorization
  '3D000', // invalid_catalog_name: there is no such database
  'PROTOCOL_SEQUENCE_TIMEOUT',
  'ER_ACCESS_DENIED_ERROR',
  'ER_DBACCESS_DENIED_ERROR',
  'ER_BAD_DB_ERROR',
];

/** The same, where the driver gives no code. */
export const lostConnectionMessages: readonly string[] = [
  ...cutConnectionMessages,
  'Connection terminated due to connection timeout',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Query read timeout',
  'Cannot use a pool after calling end on the pool',
  'Pool is closed.',
];

/**
 * The server's certificate is not accepted: OpenSSL's reasons as Node names them, and what `mysql2` calls all of them.
 */
export const certificateRefusals: readonly string[] = [
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_REVOKED',
  'CERT_SIGNATURE_FAILURE',
  'CERT_UNTRUSTED',
  'INVALID_CA',
  'INVALID_PURPOSE',
  'HANDSHAKE_SSL_ERROR',
];

/** A prepared statement of PostgreSQL is of no more use; the connection is. */
export const lostStatementCodes: readonly string[] = [
  '26000', // invalid_sql_statement_name: it is not there
  '42P05', // duplicate_prepared_statement
  '0A000', // feature_not_supported: what it reads is of another type now
];

/** PostgreSQL stores no NUL, in text and in JSON. */
export const nulCodes: readonly string[] = ['22021', '22P05'];

/** A server without TLS was asked for it: of `pg` a message, of `mysql2` a code. */
export const tlsRefusals: readonly string[] = [
  'The server does not support SSL connections',
  'HANDSHAKE_NO_SSL_SUPPORT',
];
