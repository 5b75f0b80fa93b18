import { performance } from 'node:perf_hooks';

/**
 * Keeps this process going round its event loop without ever waiting, until it is stopped, and does things at their
 * time.
 *
 * A generator that sleeps has to be woken for every answer, and it is the server's core that pays: on a virtual
 * machine 20 µs a request, more the slower the server is. That would be measured as the server's own work.
 */
export class AwakeLoop {
  private readonly start = performance.now();
  private readonly waiting = new Set<Appointment>();
  private isAwake = true;
  private busy = 0;
  private last: { readonly time: number; readonly progress: number };

  /** @param progress A number that changes whenever something was done. */
  constructor(private readonly progress: () => number) {
    this.last = { time: this.start, progress: progress() };
    this.turn();
  }

  /** Does something as soon as `performance.now()` has reached the time. */
  at(time: number, action: () => void): void {
    this.waiting.add({ time, action });
  }

  /** Ends it, and tells the share of the time, 0–1, in which there was something to do. */
  stop(): number {
    this.isAwake = false;
    return this.busy / (performance.now() - this.start);
  }

  private turn(): void {
    const now = { time: performance.now(), progress: this.progress() };
    if (now.progress !== this.last.progress) this.busy += now.time - this.last.time;
    this.last = now;
    for (const appointment of this.waiting) {
      if (appointment.time > now.time) continue;
      this.waiting.delete(appointment);
      appointment.action();
    }
    if (this.isAwake) {
      setImmediate(() => {
        this.turn();
      });
    }
  }
}

interface Appointment {
  readonly time: number;
  readonly action: () => void;
}
