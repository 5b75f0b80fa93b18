import { type IncomingMessage } from 'node:http';
import { type Logger } from 'pino';
import { type LogConfig } from '@pennon/config';
import { ANSWERED, type AccessLine } from './access-line';

/**
 * The access lines that the doors write themselves: all of gRPC, and those of the methods of which only a sample of what
 * succeeds is logged, whichever way they come.
 *
 * To decide takes a comparison and no memory; a line is made only once it is to be written.
 */
export class AccessLines {
  private readonly sampled = new Set<object>();
  private readonly taken = new WeakSet<IncomingMessage>();
  private readonly isOn: boolean;

  /** @param random From 0 to below 1. */
  constructor(
    private readonly logger: Logger,
    private readonly config: LogConfig['access'],
    private readonly random: () => number = Math.random,
  ) {
    this.isOn = logger.isLevelEnabled('info');
  }

  /** From now on only a sample is written of the calls of these methods that succeed in time. */
  sample(methods: Iterable<object>): void {
    for (const method of methods) this.sampled.add(method);
  }

  isSampled(method: object): boolean {
    return this.sampled.has(method);
  }

  /**
   * Whether a call gets a line.
   *
   * @param code Number of its gRPC code, also where it came over HTTP; 0 for success.
   * @param durationMs How long it took.
   */
  isWanted(method: object, code: number, durationMs: number): boolean {
    return this.isOn && (!this.sampled.has(method) || this.isInSample(code, durationMs));
  }

  /** The same for whoever writes the lines of sampled methods alone: false for a call of any other. */
  isSampleWanted(method: object, code: number, durationMs: number): boolean {
    return this.isOn && this.sampled.has(method) && this.isInSample(code, durationMs);
  }

  /** Keeps the middleware from writing the line of this request, because somebody else decides on it. */
  take(request: IncomingMessage): void {
    this.taken.add(request);
  }

  isTaken(request: IncomingMessage): boolean {
    return this.taken.has(request);
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
