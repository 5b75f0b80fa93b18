import { type Logger } from 'pino';
import { type LogConfig } from '@pennon/config';
import { ANSWERED, type AccessLine } from './access-line';

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
