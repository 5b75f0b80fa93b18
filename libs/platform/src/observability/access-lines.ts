import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import type { LogConfig } from '@pennon/config';
import type { TraceFields } from './correlation';

/** Paths that are asked for all day long by machines. */
const paths: ReadonlySet<string | undefined> = new Set([
  ...['/health', '/health/live', '/health/ready'],
  '/metrics',
]);

/** Whether the request is one of those that nobody wants to read of, in a log or a trace. */
export function isProbe({ url }: Pick<IncomingMessage, 'url'>): boolean {
  return paths.has(url?.split('?', 1)[0]);
}

/** What the line of an answered request says. */
const ANSWERED = 'request answered';

/** A request as its line shows it. Neither headers nor query nor body, which may hold credentials. */
export interface AccessLine extends Partial<TraceFields> {
  readonly req: {
    /** The id that the answer carries too. */
    readonly id: string;
    /** Method and path over HTTP. */
    readonly verb?: string | undefined;
    readonly path?: string | undefined;
    /** Path of the RPC over gRPC, such as `/flipt.Flipt/GetFlag`. */
    readonly rpc?: string | undefined;
  };
  readonly client: {
    /** Address of the client, or of the last proxy that is not trusted. */
    readonly address: string;
    /** Id of the authentication behind the client's token, or the subject of its JWT; undefined for neither. */
    readonly authentication?: string;
  };
  readonly res: {
    /** Status over HTTP. */
    readonly status?: number;
    /** Number of the gRPC code over gRPC. */
    readonly code?: number;
  };
  /** From the whole head of the request until the answer was made. */
  readonly durationMs: number;
}

/**
 * The access lines of both doors: of some methods only a sample of the calls that succeed is logged.
 *
 * To decide takes a comparison and no memory; a line is made only once it is to be written.
 */
export class AccessLines {
  /** False where the log is of a higher level, so that no line is written. */
  readonly areOn: boolean;
  private readonly sampled = new Set<object>();

  /** @param random From 0 to below 1. */
  constructor(
    private readonly logger: Logger,
    private readonly config: LogConfig['access'],
    private readonly random: () => number = Math.random,
  ) {
    this.areOn = logger.isLevelEnabled('info');
  }

  /** From now on only a sample is written of the calls of these methods that succeed in time. */
  sample(methods: Iterable<object>): void {
    for (const method of methods) this.sampled.add(method);
  }

  /**
   * Whether a call gets a line.
   *
   * @param code Number of its gRPC code, also where it came over HTTP; 0 for success.
   * @param durationMs How long it took.
   */
  isWanted(method: object, code: number, durationMs: number): boolean {
    return this.areOn && (!this.sampled.has(method) || this.isInSample(code, durationMs));
  }

  write({ durationMs, ...line }: AccessLine): void {
    this.logger.info({ ...line, durationMs: Math.round(durationMs * 1000) / 1000 }, ANSWERED);
  }

  private isInSample(code: number, durationMs: number): boolean {
    const { evaluationRatio, slow } = this.config;
    if (code !== 0 || durationMs >= slow) return true;
    return evaluationRatio > 0 && this.random() < evaluationRatio;
  }
}
