import { readFile } from 'node:fs/promises';
import { type Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility';
import { makeReadOnly } from './support/read-only';
import { expect, test } from './support/test';

const expected = { timeout: 15_000 };

const paletteOf = (page: Page) => page.getByRole('dialog', { name: 'Command palette' });
const fieldOf = (page: Page) => paletteOf(page).getByRole('combobox');

test('the keys open it, a key prefix finds the flag first, and Enter goes there', async ({
  page,
  management,
}) => {
  await management.createFlag({ key: 'checkout', name: 'Pay' });
  await management.createSegment({ key: 'check-ins', name: 'Check-ins' });
  await page.goto(`/#/namespaces/${management.namespaceKey}/segments`);
  await expect(page.getByRole('heading', { level: 1, name: 'Segments' })).toBeVisible(expected);
  await page.keyboard.press('Control+k');
  await fieldOf(page).fill('check');
  const first = paletteOf(page).getByRole('option').first();
  await expect(first).toContainText('checkout', expected);
  await expect(first).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/flags\/checkout$/, expected);
  await expect(paletteOf(page)).toBeHidden();
});

test('Escape closes it and gives the focus back', async ({ page, management }) => {
  await page.goto(`/#/namespaces/${management.namespaceKey}/flags`);
  const button = page.getByRole('button', { name: 'Search', exact: true });
  await button.click();
  await expect(fieldOf(page)).toBeFocused(expected);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(paletteOf(page)).toBeHidden();
  await expect(button).toBeFocused();
});

test('it disables the flag of the page after showing what that changes', async ({ page, management }) => {
  await management.createFlag({ key: 'checkout' });
  await page.goto(`/#/namespaces/${management.namespaceKey}/flags/checkout`);
  await expect(page.getByRole('heading', { level: 1, name: 'checkout' })).toBeVisible(expected);
  await page.keyboard.press('Control+k');
  await fieldOf(page).fill('disable checkout');
  await expect(paletteOf(page).getByRole('option').first()).toContainText('Disable checkout', expected);
  await page.keyboard.press('Enter');
  const review = page.getByRole('dialog', { name: 'Review changes' });
  await expect(review).toContainText(/Enabled.*Disabled/, expected);
  await review.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Done: Disable checkout' })).toBeVisible(expected);
  expect(await management.get('flags/checkout')).toMatchObject({ enabled: false });
});

test('it evaluates the flag of the page for a persona', async ({ page, management }) => {
  await page.addInitScript(() => {
    const personas = [{ name: 'Ann', entityId: 'ann', context: { plan: 'beta' } }];
    localStorage.setItem('pennon.personas', JSON.stringify({ version: 1, personas }));
  });
  await management.createFlag({ key: 'checkout' });
  await page.goto(`/#/namespaces/${management.namespaceKey}/flags/checkout`);
  await expect(page.getByRole('heading', { level: 1, name: 'checkout' })).toBeVisible(expected);
  await page.keyboard.press('Control+k');
  await fieldOf(page).fill('evaluate ann');
  // The flag that it is about has to be there first.
  await expect(paletteOf(page).getByRole('option').first()).toContainText('persona Ann', expected);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Console' })).toBeVisible(expected);
  await expect(page.getByRole('textbox', { name: 'Entity ID' })).toHaveValue('ann', expected);
  await expect(page.getByRole('textbox', { name: 'Context' })).toContainText('"plan": "beta"');
});

test('it copies the key of the flag of the page', async ({ page, context, management }) => {
  await context.grantPermissions(['clipboard-write']);
  await management.createFlag({ key: 'checkout' });
  await page.goto(`/#/namespaces/${management.namespaceKey}/flags/checkout`);
  await expect(page.getByRole('heading', { level: 1, name: 'checkout' })).toBeVisible(expected);
  await page.keyboard.press('Control+k');
  await fieldOf(page).fill('copy key');
  await expect(paletteOf(page).getByRole('option').first()).toContainText('Copy key of checkout', expected);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Copied to clipboard').first()).toBeVisible(expected);
  await page.keyboard.press('Control+k');
  await fieldOf(page).press('Control+v');
  await expect(fieldOf(page)).toHaveValue('checkout');
});

test('it switches the theme', async ({ page, management }) => {
  await page.goto(`/#/namespaces/${management.namespaceKey}/flags`);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await fieldOf(page).fill('theme dark');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark', expected);
});

test('it offers nothing that writes in read-only mode', async ({ page, management }) => {
  await makeReadOnly(page);
  await management.createFlag({ key: 'checkout' });
  await page.goto(`/#/namespaces/${management.namespaceKey}/flags/checkout`);
  await expect(page.getByRole('heading', { level: 1, name: 'checkout' })).toBeVisible(expected);
  await page.keyboard.press('Control+k');
  await fieldOf(page).fill('checkout');
  await expect(paletteOf(page).getByRole('option', { name: /Open checkout in Console/ })).toBeVisible(
    expected,
  );
  await expect(paletteOf(page).getByRole('option', { name: /Disable|to Namespace|Duplicate/ })).toHaveCount(
    0,
  );
});

test('what was opened last comes first while nothing is typed, until it is gone', async ({
  page,
  management,
}) => {
  const { namespaceKey } = management;
  for (const key of ['apple', 'beta', 'cherry']) await management.createFlag({ key });
  await management.createSegment({ key: 'testers', name: 'Testers' });
  await page.goto(`/#/namespaces/${namespaceKey}/flags/cherry/code`);
  await expect(page.getByRole('heading', { level: 1, name: 'cherry' })).toBeVisible(expected);
  await page.goto(`/#/namespaces/${namespaceKey}/segments/testers`);
  await expect(page.getByRole('heading', { level: 1, name: 'Testers' })).toBeVisible(expected);
  await page.goto('/#/settings/server');
  await expect(page.getByRole('link', { name: 'Server', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await page.goto(`/#/namespaces/${namespaceKey}/flags/beta`);
  await expect(page.getByRole('heading', { level: 1, name: 'beta' })).toBeVisible(expected);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'beta' })).toBeVisible(expected);

  await page.keyboard.press('Control+k');
  const options = paletteOf(page).getByRole('option');
  await expect(paletteOf(page).getByText('Recent', { exact: true })).toBeVisible(expected);
  // Not the flag on screen.
  await expect(options.nth(0)).toContainText('Server', expected);
  await expect(options.nth(1)).toContainText('testers');
  await expect(options.nth(2)).toContainText('cherry');
  await expect(options.nth(3)).toContainText('Open beta in Console');
  await expect(options.filter({ hasText: 'cherry' })).toHaveCount(1);
  await expect(options.nth(0)).toHaveAttribute('aria-selected', 'true');
  await expectAccessible(page);
  await fieldOf(page).fill('e');
  await expect(paletteOf(page).getByText('Recent', { exact: true })).toHaveCount(0);
  await fieldOf(page).fill('');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/flags\/cherry$/, expected);
  await expect(page.getByRole('heading', { level: 1, name: 'cherry' })).toBeVisible(expected);

  await page.keyboard.press('Control+k');
  await expect(options.nth(0)).toContainText('beta', expected);
  await page.keyboard.press('Escape');
  await management.send('DELETE', 'flags/beta');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'cherry' })).toBeVisible(expected);
  await page.keyboard.press('Control+k');
  await expect(options.nth(0)).toContainText('Server', expected);
});

test('it deletes the flag of the page after the question that the button asks', async ({
  page,
  management,
}) => {
  await management.createFlag({ key: 'checkout' });
  await page.goto(`/#/namespaces/${management.namespaceKey}/flags/checkout`);
  await expect(page.getByRole('heading', { level: 1, name: 'checkout' })).toBeVisible(expected);
  await page.keyboard.press('Control+k');
  await fieldOf(page).fill('delete checkout');
  await expect(paletteOf(page).getByRole('option').first()).toContainText('Delete checkout…', expected);
  await page.keyboard.press('Enter');
  const question = page.getByRole('alertdialog', { name: 'Delete Flag' });
  await expect(question).toContainText('0 rules', expected);
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page).toHaveURL(/\/flags$/, expected);
  await expect(page.getByText('Flags let you change behaviour without a deploy.')).toBeVisible(expected);
  expect(await management.get('flags')).toMatchObject({ totalCount: 0 });
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('row', { name: /checkout/ })).toBeVisible(expected);
});

test('a segment that is used is not deleted by the palette either', async ({ page, management }) => {
  await management.createSegment({ key: 'testers', name: 'Testers' });
  await management.createFlag({ key: 'search', type: 'BOOLEAN_FLAG_TYPE' });
  await management.createRollout('search', {
    rank: 1,
    segment: { segmentKeys: ['testers'], value: true },
  });
  await page.goto(`/#/namespaces/${management.namespaceKey}/segments/testers`);
  await expect(page.getByRole('heading', { level: 1, name: 'Testers' })).toBeVisible(expected);
  const ask = async (): Promise<void> => {
    await page.keyboard.press('Control+k');
    await fieldOf(page).fill('delete testers');
    await expect(paletteOf(page).getByRole('option').first()).toContainText('Delete testers…', expected);
    await page.keyboard.press('Enter');
  };
  await ask();
  const question = page.getByRole('alertdialog', { name: 'Delete Segment' });
  await expect(question).toContainText('is in use, and cannot be deleted', expected);
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();

  await management.send('DELETE', 'flags/search');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Testers' })).toBeVisible(expected);
  await ask();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page).toHaveURL(/\/segments$/, expected);
  expect(await management.get('segments')).toMatchObject({ totalCount: 0 });
});

test('it exports the flag of the page, also where nothing can be written', async ({ page, management }) => {
  await makeReadOnly(page);
  await management.createSegment({ key: 'testers', name: 'Testers' });
  await management.createSegment({ key: 'others', name: 'Others' });
  await management.createFlag({ key: 'checkout' });
  const blue = await management.createVariant('checkout', {
    key: 'blue',
    attachment: '{"n":9007199254740993}',
  });
  await management.createRule('checkout', { rank: 1, segmentKeys: ['testers'], shares: { [blue.id]: 100 } });
  await page.goto(`/#/namespaces/${management.namespaceKey}/flags/checkout`);
  await expect(page.getByRole('heading', { level: 1, name: 'checkout' })).toBeVisible(expected);
  await page.keyboard.press('Control+k');
  await fieldOf(page).fill('export');
  await expect(paletteOf(page).getByRole('option').first()).toContainText('Export checkout', expected);
  const download = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  const file = await download;
  expect(file.suggestedFilename()).toBe(`${management.namespaceKey}-checkout.json`);
  const text = await readFile(await file.path(), 'utf8');
  expect(text).toContain('9007199254740993');
  expect(JSON.parse(text)).toMatchObject({ flags: [{ key: 'checkout' }], segments: [{ key: 'testers' }] });
});

test('it copies the segment of the page to another namespace, and duplicates it', async ({
  page,
  management,
}) => {
  const other = management.in(`${management.namespaceKey}-other`);
  await management.call('POST', '/api/v1/namespaces', { key: other.namespaceKey, name: other.namespaceKey });
  await management.createSegment({ key: 'testers', name: 'Testers' });
  await management.createConstraint('testers', {
    ...{ type: 'STRING_COMPARISON_TYPE', property: 'plan', operator: 'eq', value: 'beta' },
  });
  await page.goto(`/#/namespaces/${management.namespaceKey}/segments/testers`);
  await expect(page.getByRole('heading', { level: 1, name: 'Testers' })).toBeVisible(expected);
  const choose = async (text: string, label: string): Promise<void> => {
    await page.keyboard.press('Control+k');
    await fieldOf(page).fill(text);
    await expect(paletteOf(page).getByRole('option').first()).toContainText(label, expected);
    await page.keyboard.press('Enter');
  };
  await choose('to namespace', 'Copy testers to Namespace…');
  const dialog = page.getByRole('dialog', { name: 'Copy to Namespace' });
  await dialog.getByRole('combobox', { name: 'Target namespace' }).click();
  await page.getByRole('option', { name: other.namespaceKey }).click();
  const copyButton = dialog.getByRole('button', { name: 'Copy', exact: true });
  await expect(copyButton).toBeEnabled(expected);
  // The dialog waits for what has changed, and closes by itself after it was closed by hand.
  let arrive = (): void => undefined;
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const documentThere = new RegExp(`/namespaces/${other.namespaceKey}/document`);
  await page.route(documentThere, async (route) => {
    if (route.request().method() === 'GET') await arrival;
    await route.continue();
  });
  await copyButton.click();
  await expect(page.getByText('Successfully copied segment')).toBeVisible(expected);
  expect(await other.get('segments/testers')).toMatchObject({ constraints: [{ property: 'plan' }] });
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await expect(fieldOf(page)).toBeVisible(expected);
  const read = page.waitForResponse(documentThere);
  arrive();
  await (await read).finished();
  // Two frames: by then the page has heard of it and shown what came of it.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  await expect(fieldOf(page)).toBeVisible();
  await page.keyboard.press('Escape');

  await choose('duplicate', 'Duplicate testers');
  await expect(page).toHaveURL(/\/segments\/new\?from=testers$/, expected);
  await expect(page.getByText('A copy of testers with its 1 constraint.')).toBeVisible(expected);
});

test('it serves one value of a boolean flag to everyone after the question', async ({ page, management }) => {
  await management.createFlag({ key: 'search', type: 'BOOLEAN_FLAG_TYPE' });
  await management.createRollout('search', { rank: 1, threshold: { percentage: 25, value: true } });
  await page.goto(`/#/namespaces/${management.namespaceKey}/flags/search`);
  await expect(page.getByRole('heading', { level: 1, name: 'search' })).toBeVisible(expected);
  await page.keyboard.press('Control+k');
  await fieldOf(page).fill('serve false');
  await expect(paletteOf(page).getByRole('option').first()).toContainText('Serve False of search', expected);
  await page.keyboard.press('Enter');
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('search', expected);
  await question.getByRole('button', { name: /False/ }).click();
  await expect
    .poll(() => management.evaluate('boolean', 'search', 'anyone'))
    .toMatchObject({ enabled: false });
  await expect(page.getByRole('button', { name: 'Remove override' })).toBeVisible(expected);
});

/** What the palette calls the items of the menus that are for a flag or a segment as a whole. */
const sameInPalette: Readonly<Record<string, (key: string) => string>> = {
  'Open in Console': (key) => `Open ${key} in Console`,
  'Copy key': (key) => `Copy key of ${key}`,
  'Copy link': (key) => `Copy link to ${key}`,
  Duplicate: (key) => `Duplicate ${key}`,
  'Export JSON': (key) => `Export ${key} as JSON`,
  'Copy to Namespace': (key) => `Copy ${key} to Namespace…`,
  'Turn off…': (key) => `Turn off ${key}…`,
  'Serve True to everyone…': (key) => `Serve True of ${key} to everyone…`,
  'Serve False to everyone…': (key) => `Serve False of ${key} to everyone…`,
  Delete: (key) => `Delete ${key}…`,
};

test('every action of the Actions menus of flags and segments is reachable', async ({ page, management }) => {
  await management.createFlag({ key: 'colour' });
  await management.createFlag({ key: 'banner', type: 'BOOLEAN_FLAG_TYPE' });
  await management.createSegment({ key: 'testers' });
  for (const [section, key] of [
    ['flags', 'colour'],
    ['flags', 'banner'],
    ['segments', 'testers'],
  ] as const) {
    const wanted = new Set<string>();
    const list = `/#/namespaces/${management.namespaceKey}/${section}`;
    for (const [place, button] of [
      [list, `Actions for ${key}`],
      [`${list}/${key}`, 'Actions'],
    ] as const) {
      await page.goto(place);
      await page.getByRole('button', { name: button, exact: true }).click();
      await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeVisible();
      for (const item of await page.getByRole('menuitem').allInnerTexts()) wanted.add(item.trim());
      await page.keyboard.press('Escape');
      await expect(page.getByRole('menu')).toHaveCount(0);
    }
    expect(wanted.size).toBeGreaterThan(3);
    await page.keyboard.press('Control+k');
    for (const item of wanted) {
      const label = sameInPalette[item]?.(key) ?? `no entry for the menu item ${item}`;
      await fieldOf(page).fill(label);
      await expect(paletteOf(page).getByRole('option').first()).toContainText(label);
    }
    await page.keyboard.press('Escape');
  }
});

test('it works offline with what was read before, and writes nothing then', async ({
  page,
  context,
  management,
  guard,
}) => {
  guard.tolerate(/ERR_INTERNET_DISCONNECTED/);
  await management.createFlag({ key: 'checkout', name: 'Pay' });
  await page.goto(`/#/namespaces/${management.namespaceKey}/flags`);
  await page.getByRole('link', { name: /Pay/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Pay' })).toBeVisible(expected);
  await page.getByRole('link', { name: 'Segments', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Segments' })).toBeVisible(expected);
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await expect(page.getByText('Connection lost. Showing the last loaded data.')).toBeVisible();
  await page.keyboard.press('Control+k');
  await fieldOf(page).fill('check');
  await expect(paletteOf(page).getByRole('option').first()).toContainText('checkout', expected);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Pay' })).toBeVisible(expected);
  await page.keyboard.press('Control+k');
  await fieldOf(page).fill('checkout');
  await expect(paletteOf(page).getByRole('option', { name: 'Copy key of checkout' })).toBeVisible();
  await expect(
    paletteOf(page).getByRole('option', { name: /Disable|Delete|Duplicate|to Namespace/ }),
  ).toHaveCount(0);
});
