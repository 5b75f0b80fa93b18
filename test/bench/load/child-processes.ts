import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type Scope } from '../scope';
import { grpcPathOf, type Door, type RequestKind } from '../workload/requests';
import { type Load, type LoadResult } from './generate-load';

/** A running yardstick. */
export interface BareServer {
  /** Host and port. */
  readonly address: string;
  readonly pid: number;
}

/** Starts a bare server for one kind of request. @param size Of its answers, in bytes. */
export async function startBareServer(
  scope: Scope,
  door: Door,
  kind: RequestKind,
  size: number,
): Promise<BareServer> {
  const child =
    door === 'HTTP'
      ? start(scope, 'bare-server.js', [`${size}`])
      : start(scope, 'bare-grpc-server.js', [`${size}`, grpcPathOf(kind)]);
  return { address: `127.0.0.1:${await message<number>(child)}`, pid: child.pid ?? 0 };
}

/** The load generator, in a process of its own. */
export class Generator {
  private readonly child: ChildProcess;

  constructor(scope: Scope) {
    this.child = start(scope, 'generator-process.js', []);
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** Puts a load on a server. Rejects when the generator gave up; why is on stderr. */
  async run(load: Load): Promise<LoadResult> {
    this.child.send(load);
    return message(this.child);
  }
}

function start(scope: Scope, file: string, args: readonly string[]): ChildProcess {
  const child = fork(join(__dirname, file), args);
  scope.onClose(() => child.kill());
  return child;
}

/** The child's next message. */
async function message<T>(child: ChildProcess): Promise<T> {
  const listening = new AbortController();
  const ended = once(child, 'exit', listening).then(() => {
    throw new Error('a helper process ended before its work was done');
  });
  try {
    const [first] = await Promise.race([once(child, 'message', listening), ended]);
    return first as T;
  } finally {
    listening.abort();
  }
}
