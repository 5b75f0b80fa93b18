import { setTimeout as delay } from 'node:timers/promises';
import { jsonRequest, type Answer, type Api } from '../../support/http';

const FLAGS = '/api/v1/namespaces/default/flags';

/** How many write, each a flag after the other, and the pause of each in between, in milliseconds. */
const WRITERS = 4;
const PAUSE_MS = 20;

/** The beginning of every key that is written. */
export const WRITTEN = 'written-';

/** A write, and when it was sent, by `performance.now()`. */
export interface FlagWrite {
  readonly key: string;
  readonly sentAt: number;
  /** Undefined if there was no answer. */
  readonly answer: Answer | undefined;
}

/** Callers that create flags until they are stopped, each with a key of its own. */
export class FlagWriters {
  private static turns = 0;
  private readonly writes: FlagWrite[] = [];
  private readonly callers: readonly Promise<void>[];
  private isStopping = false;

  constructor(private readonly api: Api) {
    this.callers = Array.from({ length: WRITERS }, () => this.call());
  }

  /** How many of them were acknowledged so far. */
  get acknowledged(): number {
    return this.writes.filter(({ answer }) => answer?.status === 200).length;
  }

  /** Ends it, and resolves with all that was written or refused. */
  async stop(): Promise<readonly FlagWrite[]> {
    this.isStopping = true;
    await Promise.all(this.callers);
    return this.writes;
  }

  private async call(): Promise<void> {
    while (!this.isStopping) {
      const key = `${WRITTEN}${++FlagWriters.turns}`;
      const sentAt = performance.now();
      const flag = { key, name: key, type: 'BOOLEAN_FLAG_TYPE' };
      const answer = await this.api.send(jsonRequest('POST', FLAGS, flag)).catch(() => undefined);
      this.writes.push({ key, sentAt, answer });
      await delay(PAUSE_MS);
    }
  }
}
