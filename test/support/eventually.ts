import { setTimeout as delay } from 'node:timers/promises';

/** Tries every 200 ms until it comes true, for 20 seconds; then fails like the last try. */
export async function eventually<T>(attempt: () => Promise<T>): Promise<T> {
  const end = Date.now() + 20_000;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > end) throw error;
      await delay(200);
    }
  }
}
