import { type CDPSession, type Page } from '@playwright/test';

declare global {
  /** What {@link watchPage} has seen; only pages under test have it. */
  var pennonTestSeen: { layoutShift: number; readonly interactions: number[] } | undefined;
}

/** The machine and network of the targets: 10 Mbit/s, 40 ms, a quarter of the processor. */
export async function slowDown(page: Page): Promise<void> {
  const session: CDPSession = await page.context().newCDPSession(page);
  const throughput = (10 * 1_000_000) / 8;
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 40,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
}

/** Lets pages count their layout shifts and how long each interaction took to the next paint, from the beginning. */
export async function watchPage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = { layoutShift: 0, interactions: [] as number[] };
    globalThis.pennonTestSeen = seen;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const shift = entry as PerformanceEntry & {
          readonly value: number;
          readonly hadRecentInput: boolean;
        };
        if (!shift.hadRecentInput) seen.layoutShift += shift.value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const event = entry as PerformanceEntry & { readonly interactionId: number };
        if (event.interactionId > 0) seen.interactions.push(event.duration);
      }
      // The shortest that browsers report.
    }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
  });
}

/** The sum of unexpected layout shifts so far, without a unit. */
export async function layoutShift(page: Page): Promise<number> {
  return page.evaluate(() => globalThis.pennonTestSeen?.layoutShift ?? Number.NaN);
}

/**
 * What interactions have taken to the next paint since the last call, in milliseconds, longest first; those below 16 ms
 * are not reported by browsers and are left out.
 */
export async function interactions(page: Page): Promise<readonly number[]> {
  return page.evaluate(() => {
    const seen = globalThis.pennonTestSeen?.interactions.splice(0) ?? [];
    return seen.sort((left, right) => right - left);
  });
}

/** When something was painted first, in milliseconds from the beginning of the navigation. */
export async function firstContentfulPaint(page: Page): Promise<number> {
  return page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
  );
}

/**
 * When the selector was found first, in milliseconds from the beginning of the navigation; looked for in each frame.
 */
export async function timeUntilThere(page: Page, selector: string): Promise<number> {
  return page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const look = (): void => {
          if (document.querySelector(wanted) !== null) resolve(performance.now());
          else requestAnimationFrame(look);
        };
        look();
      }),
    selector,
  );
}

/** How long a press of keys takes until the selector is found, in milliseconds. */
export async function timeFromPress(page: Page, keys: string, selector: string): Promise<number> {
  // Listening before anything is pressed: keys may overtake what a page is told.
  const press = await page.evaluateHandle(
    (wanted) => ({
      time: new Promise<number>((resolve) => {
        const onKey = (event: KeyboardEvent): void => {
          if (event.key === 'Control') return;
          removeEventListener('keydown', onKey, true);
          const start = event.timeStamp;
          const look = (): void => {
            if (document.querySelector(wanted) !== null) resolve(performance.now() - start);
            else requestAnimationFrame(look);
          };
          look();
        };
        addEventListener('keydown', onKey, true);
      }),
    }),
    selector,
  );
  await page.keyboard.press(keys);
  return press.evaluate(({ time }) => time);
}

/**
 * How long frames take while the page scrolls from its top, in milliseconds, longest first.
 *
 * @param step Pixels in each frame; undefined to come to the end within 60 frames, as who drags the bar.
 */
export async function scrollFrames(page: Page, step?: number): Promise<readonly number[]> {
  return page.evaluate(
    ({ count, given }) =>
      new Promise<readonly number[]>((resolve) => {
        const distance = given ?? document.documentElement.scrollHeight / count;
        const frames: number[] = [];
        let before: number | undefined;
        const scroll = (now: number): void => {
          if (before !== undefined) frames.push(now - before);
          before = now;
          scrollTo(0, distance * frames.length);
          if (frames.length < count) requestAnimationFrame(scroll);
          else resolve(frames.sort((left, right) => right - left));
        };
        requestAnimationFrame(scroll);
      }),
    { count: 60, given: step },
  );
}
