import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext } from 'playwright-core';
import { CHROMIUM, chromiumArguments as args } from './chromium-program';

/** Describes tests in a browser; they are skipped where there is no Chromium, which CI installs. */
export const describeInChromium = existsSync(CHROMIUM)
  ? describe
  : (name: string, define: () => void): void => {
      describe.skip(`${name} (needs ${CHROMIUM}: apt-get install chromium-headless-shell)`, define);
    };

/** A browser of a test's own, with an empty profile. */
export interface TestBrowser {
  readonly context: BrowserContext;
  close(): Promise<void>;
}

/** Starts Chromium without a window. */
export async function startChromium(): Promise<TestBrowser> {
  const profile = mkdtempSync(join(tmpdir(), 'pennon-chromium-'));
  const context = await chromium.launchPersistentContext(profile, { executablePath: CHROMIUM, args });
  return {
    context,
    async close() {
      await context.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}
