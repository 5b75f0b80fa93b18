import { defineConfig, devices } from '@playwright/test';
import seeds from '../.config/jest/seed.cjs';
import { CHROMIUM, chromiumArguments } from '../test/support/chromium-program';

const isCi = process.env.CI === 'true';

// The workers inherit it: all of a run has one seed, also past midnight.
process.env.PENNON_PROPERTY_SEED ??= String(seeds.propertySeed(process.env, new Date()));

/** Tests of the dashboard in a real browser, against the built server (docs/adr/0015). */
export default defineConfig({
  testDir: 'tests/e2e',
  // Screenshots of what failed; git does not see them.
  outputDir: '../dist/web-tests',
  workers: 2,
  fullyParallel: true,
  // A test that passes at its second run hides a race, in the test or in the page.
  retries: 0,
  forbidOnly: isCi,
  timeout: 120_000,
  // What is loaded in moments elsewhere takes long where the cores are shared.
  expect: { timeout: 20_000 },
  reporter: [['list'], ['./tests/e2e/support/totals-reporter.ts']],
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    // What moves has to be waited for before it is clicked. The test of motion asks for it.
    contextOptions: { reducedMotion: 'reduce' },
    // What a page in front of a person may do without being asked, and what Chromium without a screen refuses.
    permissions: ['clipboard-write'],
    // A trace would have to be recorded of every test, to be kept of one that fails: it slows all of them down.
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: CHROMIUM, args: chromiumArguments },
  },
});
