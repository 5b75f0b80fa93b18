import { setTimeout as delay } from 'node:timers/promises';

const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 200;

/** Tries until it comes true, at first often and then every 200 ms, for 20 seconds; then fails like the last try. */
export async function eventually<T>(attempt: () => Promise<T>): Promise<T> {
  const end = Date.now() + 20_000;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > end) throw error;
      await delay(pause);
    }
  }
}
