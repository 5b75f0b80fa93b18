import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext } from 'playwright-core';

/** Where Debian has it. */
const CHROMIUM = '/usr/bin/chromium';

/** What keeps Chromium from asking anybody but the pages of the test. */
const quiet = [
  '--no-first-run',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Describes tests in a browser; they are skipped where there is no Chromium, which CI installs. */
export const describeInChromium = existsSync(CHROMIUM)
  ? describe
  : (name: string, define: () => void): void => {
      describe.skip(`${name} (needs ${CHROMIUM}: apt-get install chromium)`, define);
    };

/** A browser of a test's own, with an empty profile. */
export interface TestBrowser {
  readonly context: BrowserContext;
  close(): Promise<void>;
}

/** Starts Chromium without a window. */
export async function startChromium(): Promise<TestBrowser> {
  const profile = mkdtempSync(join(tmpdir(), 'pennon-chromium-'));
  // As root, which is what CI runs as, its sandbox does not work.
  const args = [...quiet, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];
  const context = await chromium.launchPersistentContext(profile, { executablePath: CHROMIUM, args });
  return {
    context,
    async close() {
      await context.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}
