import { Logger } from '@nestjs/common';
import { type AppPlan, type Instance, startApp } from '@pennon/process';
import { type Config } from '@pennon/config';
import { ServingState } from '@pennon/operations';
import { WaitingModule, WaitingReason } from './waiting.module';

/**
 * How long a call under way may take once the reader can serve, in milliseconds: all that is asked is answered at once.
 */
const END_LIMIT_MS = 1000;

/**
 * The doors of a reader as long as it waits for its first snapshots: they open when it begins to wait, and close before
 * those of the reader open. Probes are told that the process lives and is not ready, and callers why.
 */
export class WaitingDoors {
  private readonly reason = new WaitingReason();
  private opening: Promise<Instance | undefined> | undefined;
  private closing: Promise<void> | undefined;

  /** @param config Of the reader. */
  constructor(private readonly config: Config) {}

  /** Tells callers from now on what is waited for, and opens the doors unless they are. Never fails. */
  tell(reason: string): void {
    this.reason.text = reason;
    this.opening ??= this.open();
  }

  /** Closes what is open. */
  async close(): Promise<void> {
    this.closing ??= this.end();
    return this.closing;
  }

  private async open(): Promise<Instance | undefined> {
    const { config, reason } = this;
    const plan: AppPlan = {
      wire: () => WaitingModule.forRoot(config, reason),
      beforeOpening: async () => Promise.resolve(),
      async afterOpening(app) {
        app.get(ServingState).waitFor(reason);
        return Promise.resolve();
      },
      beforeClosing: () => undefined,
      release: async () => Promise.resolve(),
    };
    const server = { ...config.server, drainDelay: 0, shutdownTimeout: END_LIMIT_MS };
    try {
      return await startApp(plan, { ...config, server });
    } catch (err) {
      // It is the business of the reader to fail, when it opens the same doors.
      new Logger('pennon').warn({ err }, 'cannot answer that this reader waits');
      return undefined;
    }
  }

  private async end(): Promise<void> {
    const instance = await this.opening;
    await instance?.stop();
  }
}
