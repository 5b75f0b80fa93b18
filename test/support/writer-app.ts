import { join } from 'node:path';
import {
  create,
  type DescMessage,
  type DescMethodUnary,
  type MessageInitShape,
  type MessageShape,
} from '@bufbuild/protobuf';
import { type INestApplicationContext, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { JsonAnswer, PreparedAnswer, type RpcCall, RpcRegistry } from '@pennon/api';
import { type ErrorCode } from '@pennon/domain';
import { type Database, openChangeFeed, UnitOfWork } from '@pennon/storage';
import { AppModule } from '../../apps/writer/src/app.module';
import { aCall } from './fake-call';
import { openTemporaryDatabase, type TemporaryDatabase } from './temporary-database';

/** Calls an RPC's handler, a controller of the writer, with a message made from the members given. */
export type CallRpc = <I extends DescMessage, O extends DescMessage>(
  method: DescMethodUnary<I, O>,
  request: MessageInitShape<I>,
) => Promise<MessageShape<O>>;

/** A writer without its HTTP server. */
export interface WriterUnderTest {
  readonly call: CallRpc;
  /** The database behind it. */
  readonly database: () => Database;
  /** Calls as somebody, or with headers. */
  readonly callAs: (call: Partial<RpcCall>) => CallRpc;
  /** Passes when the call is refused with this code and message, and fails when it is not. */
  readonly expectRefused: (call: Promise<unknown>, code: ErrorCode, message: string) => Promise<void>;
  /** A part of the wiring. */
  readonly service: <T>(type: Type<T>) => T;
  /** The revision of a namespace; undefined when there is none. */
  readonly revisionOf: (namespaceKey: string) => Promise<number | undefined>;
}

/** Nothing but a database, which the test closes. */
const noDependencies = {
  redis: undefined,
  directory: undefined,
  changeFeed: undefined,
  changeSink: undefined,
  close: async () => Promise.resolve(),
} as const;

/**
 * Gives every test of the file or block the whole wiring of the writer, on a new database.
 *
 * @param isPushed True for a writer that listens to the changes that the database tells of.
 */
export function newWriterForEachTest(env: NodeJS.ProcessEnv = {}, isPushed = false): WriterUnderTest {
  let temporary: TemporaryDatabase;
  let app: INestApplicationContext;
  beforeEach(async () => {
    temporary = await openTemporaryDatabase();
    const config = temporary.config({ PENNON_LOG_FILE: join(temporary.directory, 'log'), ...env });
    const options = { logger: false, abortOnError: false } as const;
    const changeFeed = isPushed ? openChangeFeed(config.db, 'writer') : undefined;
    const dependencies = { ...noDependencies, changeFeed, database: temporary.database };
    app = await NestFactory.createApplicationContext(AppModule.forRoot(config, dependencies), options);
  });
  afterEach(async () => {
    await app.close();
    await temporary.remove();
  });
  const callAs =
    (asked: Partial<RpcCall>): CallRpc =>
    async (method, request) => {
      const message = create(method.input, request);
      const answer = await app.get(RpcRegistry).get(method).handle(message, aCall(asked));
      const isEncoded = answer instanceof JsonAnswer || answer instanceof PreparedAnswer;
      return (isEncoded ? answer.message() : answer) as MessageShape<typeof method.output>;
    };
  return {
    call: callAs({}),
    database: () => temporary.database,
    callAs,
    service: (type) => app.get(type),
    async expectRefused(call, code, message) {
      await expect(call).rejects.toMatchObject({ code, message });
    },
    async revisionOf(namespaceKey) {
      const namespace = await app.get(UnitOfWork).read(({ namespaces }) => namespaces.find(namespaceKey));
      return namespace?.revision;
    },
  };
}
