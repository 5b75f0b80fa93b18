import { defineConfig } from '@playwright/test';
import tests from './playwright.config';

/** `npm run screenshots`: pictures of every page in `screenshots/`, which git does not see. */
export default defineConfig({
  ...tests,
  testDir: 'tests/screenshots',
  outputDir: '../dist/web-screenshots',
  workers: 1,
  reporter: 'list',
});
