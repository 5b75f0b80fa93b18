import { expect, test } from '@playwright/test';
import { Bundle, readPage, sentSize } from './support/bundle';

/** What pages may weigh. Bytes, gzipped but for fonts. */
const KB = 1000;

const features = 'src/features';

/** The page of a flag opens with its targeting, which is rules or rollouts. */
const FLAG_PAGE = [`${features}/flag/flag-page.tsx`, `${features}/flag/targeting-view.tsx`];
const TARGETING = [
  `${features}/flag/rules/rules-section.tsx`,
  `${features}/flag/rollouts/rollouts-section.tsx`,
];

/** The console opens with the JSON editor, which other pages load when it is wanted. */
const CONSOLE = [`${features}/console/console-page.tsx`, 'src/components/json-code-editor.tsx'];

/** @param budget In kB. */
function expectWithin(what: string, size: number, budget: number): void {
  console.log(`${what}: ${(size / KB).toFixed(1)} of ${budget} kB`);
  expect(size, what).toBeLessThanOrEqual(budget * KB);
}

test('the shell, and the first list of flags, stay within their budgets', () => {
  const bundle = new Bundle();
  const { shell } = bundle;
  expect(bundle.scriptSize(shell)).toBeGreaterThan(0);
  expectWithin('scripts of the shell', bundle.scriptSize(shell), 230);
  const list = new Set([...shell, ...bundle.beyondShell(bundle.named('flags'))]);
  expectWithin('scripts of the first list of flags', bundle.scriptSize(list), 260);
  expectWithin('style sheets of the first list of flags', bundle.styleSize(list), 20);
});

test('the fonts of the first view stay within their budget, and are asked for early', () => {
  const preloads = [...readPage().matchAll(/<link rel="preload" as="font"[^>]* href="\.\/([^"]+)"/g)];
  const sizes = preloads.map(([, file = '']) => sentSize(file));
  expect(sizes).toHaveLength(1);
  expectWithin('fonts of the first view', sizes[0] ?? 0, 60);
});

test('what the page of a flag and the console add stays within their budgets', () => {
  const bundle = new Bundle();
  for (const section of TARGETING) {
    const size = bundle.scriptSize(bundle.beyondShell(...FLAG_PAGE, section));
    expectWithin(`page of a flag with ${section}`, size, 90);
  }
  const size = bundle.scriptSize(bundle.beyondShell(...CONSOLE));
  expectWithin('console with its editor', size, 140);
});

test('no other page adds more than the page of a flag may', () => {
  const bundle = new Bundle();
  for (const page of bundle.pages) {
    expectWithin(page, bundle.scriptSize(bundle.beyondShell(page)), 90);
  }
});
