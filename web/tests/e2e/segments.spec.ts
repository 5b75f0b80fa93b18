import { type Locator, type Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility';
import { type Management, type NewConstraint } from './support/management';
import { makeReadOnly } from './support/read-only';
import { expect, test } from './support/test';
import { preferTheme, themes } from './support/theme';

test.setTimeout(90_000);

const expected = { timeout: 15_000 };

const german: NewConstraint = {
  type: 'STRING_COMPARISON_TYPE',
  property: 'country',
  operator: 'eq',
  value: 'DE',
};

async function openSegments(page: Page, { namespaceKey }: Management, rest = ''): Promise<void> {
  await page.goto(`#/namespaces/${namespaceKey}/segments${rest}`);
  // Not by its role: below a drawer it has none.
  await expect(page.locator('h1')).toBeVisible(expected);
}

interface StoredSegment {
  readonly name: string;
  readonly description: string;
  readonly matchType: string;
  readonly constraints: readonly {
    readonly operator: string;
    readonly value: string;
    readonly type: string;
  }[];
}

const stored = (management: Management, key: string): Promise<StoredSegment> =>
  management.get<StoredSegment>(`segments/${key}`);

/** The answers of the API from now on, as `200 /api/v1/namespaces`. */
function apiAnswers(page: Page): string[] {
  const answers: string[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (/^\/(api|auth|evaluate|internal|meta|audit)\//.test(pathname)) {
      answers.push(`${response.status()} ${pathname}`);
    }
  });
  return answers;
}

const constraintList = (page: Page): Locator => page.getByRole('list', { name: 'Constraints' });

/** A field of the page itself. */
const field = (page: Page, name: string): Locator =>
  page.getByRole('main').getByRole('textbox', { name, exact: true });

async function choose(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: field, exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** A segment of one constraint that a rule and a rollout use. */
async function arrangeUsed(management: Management): Promise<void> {
  await management.createSegment({ key: 'beta', name: 'Beta users', description: 'The brave.' });
  await management.createConstraint('beta', german);
  await management.createFlag({ key: 'checkout' });
  const blue = await management.createVariant('checkout', { key: 'blue' });
  await management.createRule('checkout', { rank: 1, segmentKeys: ['beta'], shares: { [blue.id]: 100 } });
  await management.createFlag({ key: 'banner', type: 'BOOLEAN_FLAG_TYPE' });
  await management.createRollout('banner', { rank: 1, segment: { segmentKeys: ['beta'], value: true } });
}

test('the list can be used by keys alone', async ({ page, management }) => {
  await management.createSegment({ key: 'beta', name: 'Beta users' });
  await management.createSegment({ key: 'staff', name: 'Staff' });
  await openSegments(page, management);
  await expect(page.getByRole('row').filter({ hasText: 'Beta users' })).toBeVisible(expected);
  await page.keyboard.press('j');
  await expect(page.locator('[data-row-link="beta"]')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('k');
  await page.keyboard.press('j');
  await expect(page.locator('[data-row-link="staff"]')).toBeFocused();
  await page.keyboard.press('y');
  await expect(page.getByText('Copied to clipboard').first()).toBeVisible(expected);
  await page.keyboard.press('/');
  await page.keyboard.press('Control+V');
  await expect(page.getByRole('row').filter({ hasText: 'Beta users' })).toBeHidden();
  await page.locator('[data-row-link="staff"]').press('Enter');
  await expect(page).toHaveURL(/\/segments\/staff$/);
});

test('a segment is created, its key made of its name, and its description changed', async ({
  page,
  management,
}) => {
  await openSegments(page, management);
  await expect(page.getByText('Segments describe groups of entities, such as beta users.')).toBeVisible();
  await page.getByRole('button', { name: 'New Segment' }).click();
  await page.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByText('Enter a name.')).toBeVisible();
  await expect(field(page, 'Name')).toBeFocused();
  await field(page, 'Name').fill('Beta Users');
  await expect(field(page, 'Key')).toHaveValue('beta-users');
  await page.getByRole('radio', { name: /Any of/ }).click();
  await page.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByText('Successfully created segment')).toBeVisible(expected);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Beta Users');
  await expect(page.getByText('No constraints: this segment matches everyone.')).toBeVisible();

  await page.getByLabel('Description').fill('The brave.');
  await page.getByRole('button', { name: 'Update' }).click();
  await expect(page.getByText('Successfully updated segment')).toBeVisible(expected);
  expect(await stored(management, 'beta-users')).toMatchObject({
    name: 'Beta Users',
    description: 'The brave.',
    matchType: 'ANY_MATCH_TYPE',
  });
});

test('a constraint is added, and edited to a comparison of texts', async ({ page, management }) => {
  await management.createSegment({ key: 'other' });
  await management.createConstraint('other', german);
  await management.createSegment({ key: 'beta' });
  await openSegments(page, management, '/beta');
  await page.getByRole('button', { name: 'New Constraint' }).click();
  const created = page.getByRole('dialog', { name: 'New Constraint' });
  await choose(page, 'Type', 'Boolean');
  await created.getByLabel('Property').fill('beta');
  await choose(page, 'Operator', 'is not present');
  await expect(created.getByLabel('Value')).toHaveCount(0);
  await created.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByText('Successfully created constraint')).toBeVisible(expected);
  await expect(constraintList(page).getByText('is not present')).toBeVisible();

  await constraintList(page).getByRole('link', { name: /^Edit/ }).click();
  const edited = page.getByRole('dialog', { name: 'Edit Constraint' });
  await choose(page, 'Type', 'String');
  // The names that the namespace knows are offered.
  await edited.getByLabel('Property').fill('cou');
  await page.getByRole('option', { name: 'country' }).click();
  await expect(edited.getByLabel('Property')).toHaveValue('country');
  await choose(page, 'Operator', 'starts with');
  await edited.getByRole('button', { name: 'Update' }).click();
  await expect(edited.getByText('Enter a value.')).toBeVisible();
  await edited.getByLabel('Value').fill('D');
  await edited.getByRole('button', { name: 'Update' }).click();
  await expect(page.getByText('Successfully updated constraint')).toBeVisible(expected);
  await expect(edited).toBeHidden();
  expect((await stored(management, 'beta')).constraints).toMatchObject([
    { type: 'STRING_COMPARISON_TYPE', operator: 'prefix', value: 'D' },
  ]);
});

test('a pasted list is split, counted and saved as JSON', async ({ page, management }) => {
  await management.createSegment({ key: 'beta' });
  await openSegments(page, management, '/beta?constraint=new');
  const drawer = page.getByRole('dialog', { name: 'New Constraint' });
  await drawer.getByLabel('Property').fill('country');
  await choose(page, 'Operator', 'is one of');
  const value = drawer.getByRole('textbox', { name: 'Value', exact: true });
  await value.fill('DE');
  await value.press('Enter');
  await value.evaluate((field, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, 'FR;NL,BE\nLU\tDE;AT;CH');
  await expect(drawer.getByText('7 / 100')).toBeVisible();
  await expect(drawer.getByText('1 duplicate was left out.')).toBeVisible();
  await drawer.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByText('Successfully created constraint')).toBeVisible(expected);
  const [constraint] = (await stored(management, 'beta')).constraints;
  expect(JSON.parse(constraint?.value ?? '')).toEqual(['DE', 'FR', 'NL', 'BE', 'LU', 'AT', 'CH']);
  await constraintList(page).getByRole('button', { name: '+2 more' }).click();
  await page.getByRole('searchbox', { name: 'Search values' }).fill('ch');
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveText(['CH']);
});

test('a list that is too long becomes several constraints under Any of', async ({ page, management }) => {
  await management.createSegment({ key: 'beta', matchType: 'ANY_MATCH_TYPE' });
  await openSegments(page, management, '/beta?constraint=new');
  const drawer = page.getByRole('dialog', { name: 'New Constraint' });
  await drawer.getByLabel('Property').fill('id');
  await choose(page, 'Operator', 'is one of');
  const lines = Array.from({ length: 150 }, (_, index) => `user-${index},Name ${index}`);
  await drawer
    .locator('input[type=file]')
    .setInputFiles({ name: 'users.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) });
  await expect(drawer.getByText('150 / 100')).toBeVisible();
  await drawer.getByRole('button', { name: 'Save as 2 constraints' }).click();
  await expect(page.getByText('Successfully created constraint')).toBeVisible(expected);
  const { constraints } = await stored(management, 'beta');
  expect(constraints.map(({ value }) => (JSON.parse(value) as readonly string[]).length)).toEqual([100, 50]);
});

test('numbers must be numbers, and dates say what is stored', async ({ page, management }) => {
  await management.createSegment({ key: 'beta' });
  await openSegments(page, management, '/beta?constraint=new');
  const drawer = page.getByRole('dialog', { name: 'New Constraint' });
  await choose(page, 'Type', 'Number');
  await drawer.getByLabel('Property').fill('age');
  await drawer.getByLabel('Value').fill('ten');
  await drawer.getByRole('button', { name: 'Create' }).click();
  await expect(drawer.getByText('"ten" is not a number.')).toBeVisible();
  await expect(drawer.getByLabel('Value')).toBeFocused();

  await choose(page, 'Type', 'Date and time');
  await choose(page, 'Operator', 'is at or after');
  await drawer.getByLabel('Date').fill('2026-11-20');
  await expect(drawer.getByText('Stored as 2026-11-20, which means midnight UTC.')).toBeVisible();
  await drawer.getByLabel('Time').fill('09:30');
  await expect(drawer.getByText('Stored as 2026-11-20T09:30:00Z.')).toBeVisible();
  await choose(page, 'Zone', 'Local (Europe/Berlin)');
  await expect(drawer.getByText('Stored as 2026-11-20T08:30:00Z.')).toBeVisible();
  await drawer.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByText('Successfully created constraint')).toBeVisible(expected);
  expect((await stored(management, 'beta')).constraints[0]?.value).toBe('2026-11-20T08:30:00Z');
});

test('the flags that use a segment are named before it is saved', async ({ page, management }) => {
  await arrangeUsed(management);
  await openSegments(page, management, '/beta');
  const used = page.getByRole('region', { name: 'Used in flags' });
  await expect(used.getByRole('listitem')).toHaveText([/banner\s*Rollout 1/, /checkout\s*Rule 1/], expected);
  await constraintList(page).getByRole('link', { name: /^Edit/ }).click();
  const drawer = page.getByRole('dialog', { name: 'Edit Constraint' });
  await expect(drawer.getByText('Affects 2 flags: banner, checkout.')).toBeVisible();
  await drawer.getByLabel('Value').fill('FR');
  await drawer.getByRole('button', { name: 'Update' }).hover();
  await expect(page.getByText('Affects 2 flags', { exact: true })).toBeVisible();
});

test('a segment is tried on an entity with every keystroke', async ({ page, management, guard }) => {
  // Chromium gives a text that replaces a coloured one its look, which the policy stops and the editor paints anew.
  guard.tolerate(/style-src/);
  await management.createSegment({ key: 'beta' });
  await management.createConstraint('beta', german);
  await management.createConstraint('beta', {
    type: 'NUMBER_COMPARISON_TYPE',
    property: 'age',
    operator: 'gte',
    value: '18',
  });
  await openSegments(page, management, '/beta');
  const tester = page.getByRole('region', { name: 'Try it' });
  const result = tester.getByRole('region', { name: 'Result' });
  await expect(result.getByRole('listitem')).toHaveText([/not present/, /not present/]);
  const context = tester.getByRole('textbox', { name: 'Context' });
  await context.fill('{"country": "DE", "age": "old"}');
  await expect(result.getByRole('listitem')).toHaveText([/met \(DE\)/, /not a number \(old\)/]);
  await expect(result.getByText('Not in the segment')).toBeVisible();
  await context.fill('{"country": "DE", "age": "18"}');
  await expect(result.getByText('In the segment', { exact: true })).toBeVisible();
  await context.fill('{"age": 18}');
  await expect(tester.getByText('Context must be a JSON object whose values are text.')).toBeVisible();
});

test('a segment is tried on a persona, which is kept from the console or from here', async ({
  page,
  management,
}) => {
  await page.addInitScript(() => {
    const personas = [{ name: 'Ann', entityId: 'ann', context: { country: 'DE' } }];
    localStorage.setItem('pennon.personas', JSON.stringify({ version: 1, personas }));
  });
  await management.createSegment({ key: 'beta' });
  await management.createConstraint('beta', german);
  await openSegments(page, management, '/beta');
  const tester = page.getByRole('region', { name: 'Try it' });
  await expect(tester.getByText('Not in the segment')).toBeVisible();
  await tester.getByRole('button', { name: 'Use persona Ann' }).click();
  await expect(tester.getByRole('textbox', { name: 'Entity ID' })).toHaveValue('ann');
  await expect(tester.getByText('In the segment', { exact: true })).toBeVisible();
});

test('constraints that can never match are marked', async ({ page, management }) => {
  await management.createSegment({ key: 'beta' });
  await management.createConstraint('beta', german);
  await management.createConstraint('beta', { ...german, value: 'FR' });
  await management.createConstraint('beta', german);
  await management.createConstraint('beta', { ...german, type: 'NUMBER_COMPARISON_TYPE', value: 'ten' });
  await openSegments(page, management, '/beta');
  await expect(constraintList(page).getByRole('listitem')).toContainText([
    /country equals/,
    /Contradicts constraint 1/,
    /Says the same as constraint 1/,
    /"ten" is not a number, so this never matches/,
  ]);
});

test('a constraint is deleted after its use was shown, and comes back with Undo', async ({
  page,
  management,
}) => {
  await arrangeUsed(management);
  await openSegments(page, management, '/beta');
  await page.getByRole('button', { name: 'Delete constraint 1 on country' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete Constraint' });
  await expect(dialog.getByText('The segment is used by 2 flags:')).toBeVisible(expected);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Successfully deleted constraint')).toBeVisible(expected);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText(/^Undone: /)).toBeVisible(expected);
  expect((await stored(management, 'beta')).constraints).toMatchObject([{ operator: 'eq', value: 'DE' }]);
});

test('a segment in use cannot be deleted, an unused one can and comes back', async ({ page, management }) => {
  await arrangeUsed(management);
  await management.createSegment({ key: 'unused' });
  await openSegments(page, management, '/beta');
  await page.getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const refusal = page.getByRole('alertdialog', { name: 'Delete Segment' });
  await expect(refusal.getByRole('link', { name: 'checkout' })).toBeVisible(expected);
  await expect(refusal.getByRole('button', { name: 'Delete' })).toHaveCount(0);
  await refusal.getByRole('button', { name: 'Close' }).last().click();

  await openSegments(page, management, '/unused');
  await page.getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete Segment' });
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Successfully deleted segment')).toBeVisible(expected);
  await expect(page).toHaveURL(/\/segments$/);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('link', { name: 'unused' })).toBeVisible(expected);
});

test('a list that was read before an Undo, and arrives after it, does not hide what came back', async ({
  page,
  management,
}) => {
  await management.createSegment({ key: 'unused' });
  await openSegments(page, management, '/unused');
  await page.getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete Segment' });
  let undone = (): void => undefined;
  const undo = new Promise<void>((resolve) => {
    undone = resolve;
  });
  let isRead = false;
  // The first list of all segments on this page is read at once, and answered late.
  await page.route(/\/segments\?limit=500$/, async (route) => {
    if (isRead) return route.continue();
    isRead = true;
    const response = await route.fetch();
    await undo;
    // By then the page may wait for it no more.
    return route.fulfill({ response }).catch(() => undefined);
  });
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page).toHaveURL(/\/segments$/);
  await expect.poll(() => isRead, expected).toBe(true);
  const created = page.waitForResponse((response) => response.request().method() === 'POST');
  await page.getByRole('button', { name: 'Undo' }).click();
  await created;
  undone();
  await expect(page.getByRole('link', { name: 'unused' })).toBeVisible(expected);
});

test('the list finds segments by their use, properties and types', async ({ page, management }) => {
  await arrangeUsed(management);
  await management.createSegment({ key: 'unused', name: 'Nobody' });
  await openSegments(page, management);
  const table = page.getByRole('table', { name: 'Segments' });
  await expect(table.getByRole('row', { name: /Beta users/ })).toContainText(
    /All of 1 constraint.*2 flags/,
    expected,
  );
  await expect(table.getByRole('row', { name: /Nobody/ })).toContainText('Unused');
  const search = page.getByRole('combobox', { name: 'Search segments' });
  await search.fill('used:0');
  await expect(table.getByRole('link')).toHaveText([/unused/]);
  await expect(page).toHaveURL(/q=used/);
  await search.fill('property:country type:string');
  await expect(table.getByRole('link')).toHaveText([/beta/]);
  await search.fill('nonsense:1 zzz');
  await expect(page.getByText('Not understood: nonsense:1')).toBeVisible();
  await expect(page.getByText('No segment matches.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear all' }).first().click();
  await expect(table.getByRole('link')).toHaveCount(2);
});

test('the list with 500 flags asks little, nothing again soon, and hears of changes elsewhere', async ({
  page,
  management,
}) => {
  const asked = apiAnswers(page);
  await management.importDocument({
    flags: Array.from({ length: 500 }, (_, index) => ({
      key: `flag-${index}`,
      name: `Flag ${index}`,
      type: 'BOOLEAN_FLAG_TYPE',
      rollouts: [{ segment: { key: index < 200 ? 'many' : 'more', value: true } }],
    })),
    segments: ['many', 'more', 'none'].map((key) => ({ key, name: key, match_type: 'ALL_MATCH_TYPE' })),
  });
  const usedBy = (key: string, count: string): Locator =>
    page.locator(`[data-row=${key}]`).getByText(count, { exact: true });
  // From a page that needs nothing of the namespace.
  await page.goto('/#/settings');
  await expect(page.getByRole('combobox', { name: 'Theme' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  asked.length = 0;
  await page.evaluate((path) => {
    location.hash = path;
  }, `/namespaces/${management.namespaceKey}/segments`);
  await expect(usedBy('many', '200 flags')).toBeVisible();
  await expect(usedBy('more', '300 flags')).toBeVisible();
  await expect(usedBy('none', 'Unused')).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(asked.length).toBeLessThanOrEqual(3);

  asked.length = 0;
  const sidebar = page.getByRole('navigation', { name: 'Main' });
  await sidebar.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('combobox', { name: 'Theme' })).toBeVisible();
  await sidebar.getByRole('link', { name: 'Segments' }).click();
  await expect(usedBy('many', '200 flags')).toBeVisible();
  expect(asked.filter((answer) => !answer.startsWith('304 '))).toEqual([]);
  expect(asked.length).toBeLessThanOrEqual(1);

  await management.createRollout('flag-0', { rank: 2, segment: { segmentKeys: ['none'], value: true } });
  await management.send('DELETE', 'flags/flag-499');
  await expect(usedBy('none', '1 flag')).toBeVisible({ timeout: 20_000 });
  await expect(usedBy('more', '299 flags')).toBeVisible({ timeout: 20_000 });
});

test('a duplicate has the constraints of its original', async ({ page, management }) => {
  await management.createSegment({ key: 'beta', name: 'Beta' });
  await management.createConstraint('beta', german);
  await openSegments(page, management);
  await page.getByRole('button', { name: 'Actions for beta' }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await expect(page.getByText('A copy of beta with its 1 constraint.')).toBeVisible(expected);
  await page.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByText('A segment with this key already exists.')).toBeVisible();
  await field(page, 'Key').fill('beta-2');
  await page.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByText('Successfully created segment')).toBeVisible(expected);
  expect((await stored(management, 'beta-2')).constraints).toMatchObject([{ value: 'DE' }]);
});

test('a drawer with unsaved input is not left without a question', async ({ page, management }) => {
  await management.createSegment({ key: 'beta' });
  await openSegments(page, management, '/beta?constraint=new');
  await page.getByRole('dialog', { name: 'New Constraint' }).getByLabel('Property').fill('country');
  await page.getByRole('button', { name: 'Cancel' }).click();
  const question = page.getByRole('alertdialog', { name: 'You have unsaved changes' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(page.getByLabel('Property')).toHaveValue('country');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('without a segment there are ways on', async ({ page, management }) => {
  await openSegments(page, management, '/gone');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is no segment "gone"');
  await page.getByRole('link', { name: 'All segments' }).click();
  await expect(page.getByRole('heading', { name: 'Segments', exact: true })).toBeVisible();
});

test('in read-only mode nothing can be changed', async ({ page, management }) => {
  await management.createSegment({ key: 'beta' });
  await management.createConstraint('beta', german);
  await makeReadOnly(page);
  await openSegments(page, management);
  await expect(page.getByRole('button', { name: 'New Segment' })).toHaveAttribute('aria-disabled', 'true');
  await openSegments(page, management, '/beta');
  await expect(page.getByLabel('Description')).toHaveAttribute('readonly', '');
  await expect(page.getByRole('button', { name: 'Update' })).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByRole('button', { name: 'New Constraint' })).toHaveAttribute('aria-disabled', 'true');
  await expect(constraintList(page).getByRole('link')).toHaveCount(0);
  await page.getByRole('button', { name: 'Actions' }).click();
  for (const name of [/^Delete/, 'Copy to Namespace']) {
    await expect(page.getByRole('menuitem', { name })).toHaveAttribute('aria-disabled', 'true');
  }
});

for (const theme of themes) {
  test(`axe finds nothing on the pages of segments: ${theme}`, async ({ page, management }) => {
    await arrangeUsed(management);
    await openSegments(page, management);
    await preferTheme(page, theme);
    await expect(page.getByRole('link', { name: /Beta users/ })).toBeVisible(expected);
    await expectAccessible(page);
    await openSegments(page, management, '/new');
    await expectAccessible(page);
    await openSegments(page, management, '/beta');
    await expect(page.getByRole('textbox', { name: 'Context' })).toBeVisible(expected);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'New Constraint' }).click();
    await choose(page, 'Operator', 'is one of');
    await expectAccessible(page);
  });
}

test('nothing scrolls sideways on 320 px', async ({ page, management }) => {
  await page.setViewportSize({ width: 320, height: 800 });
  await arrangeUsed(management);
  for (const rest of ['', '/new', '/beta', '/beta?constraint=new']) {
    await openSegments(page, management, rest);
    const { scrollWidth, clientWidth } = await page
      .locator('html')
      .evaluate(({ scrollWidth, clientWidth }) => ({ scrollWidth, clientWidth }));
    expect(scrollWidth, rest).toBeLessThanOrEqual(clientWidth);
  }
});
