import { type Locator, type Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility';
import { type Management } from './support/management';
import { randomAnswers } from './support/random-answers';
import { makeReadOnly } from './support/read-only';
import { expect, test } from './support/test';
import { preferTheme, themes } from './support/theme';

interface StoredRollout {
  readonly description: string;
  readonly threshold?: { readonly percentage: number; readonly value: boolean };
  readonly segment?: { readonly segmentKey: string; readonly value: boolean };
}

const FLAG = 'checkout';

async function rolloutsOf(management: Management): Promise<readonly StoredRollout[]> {
  const { rules } = await management.get<{ readonly rules: readonly StoredRollout[] }>(
    `flags/${FLAG}/rollouts`,
  );
  return rules;
}

async function arrange(management: Management, ...percentages: readonly number[]): Promise<void> {
  await management.createFlag({ key: FLAG, type: 'BOOLEAN_FLAG_TYPE', enabled: false });
  for (const [index, percentage] of percentages.entries()) {
    await management.createRollout(FLAG, { rank: index + 1, threshold: { percentage, value: true } });
  }
}

const pathOf = ({ namespaceKey }: Management): string => `#/namespaces/${namespaceKey}/flags/${FLAG}`;

const card = (page: Page, name: string): Locator => page.getByRole('region', { name });

test('numbered cards say who gets which value, and the default value is the last of them', async ({
  page,
  management,
}) => {
  await arrange(management, 25);
  for (const key of ['eu', 'beta']) await management.createSegment({ key });
  await management.createRollout(FLAG, {
    rank: 2,
    segment: { segmentKeys: ['eu', 'beta'], segmentOperator: 'AND_SEGMENT_OPERATOR', value: false },
  });
  await management.createRollout(FLAG, { rank: 3, segment: { segmentKeys: ['eu'], value: true } });
  await page.goto(pathOf(management));
  const asShown = { useInnerText: true };
  const cards = page.getByRole('region', { name: /^\d .+ Rollout$|^Default value$/ });
  await expect(cards.getByRole('heading')).toHaveText([
    '1 Threshold Rollout',
    '2 Segment Rollout',
    '3 Segment Rollout',
    'Default value',
  ]);
  await expect(cards.nth(0)).toContainText('25 % of entities → True', asShown);
  await expect(cards.nth(1)).toContainText('If in all of eu beta → False', asShown);
  await expect(cards.nth(2)).toContainText('If in eu → True', asShown);
  await expect(cards.nth(3)).toContainText('Returned when no rollout matches.');
  await expect(cards.nth(3).getByRole('combobox')).toHaveText('False');

  // It stays where it is: only the others are moved.
  await expect(cards.nth(2).getByRole('button', { name: /^Move / })).toBeVisible();
  await expect(cards.nth(3).getByRole('button')).toHaveText(['Update']);
  await page.getByRole('button', { name: '3 Segment Rollout' }).focus();
  await page.keyboard.press('Alt+ArrowDown');
  await page.keyboard.press('Alt+Shift+ArrowUp');
  await expect(cards.nth(0)).toContainText('If in eu → True', asShown);
  await expect(cards.nth(3)).toContainText('Returned when no rollout matches.');
});

test('a threshold rollout is made, edited in its card and by its menu, and deleted', async ({
  page,
  management,
}) => {
  await arrange(management);
  await page.goto(pathOf(management));
  await page.getByRole('button', { name: 'New Rollout' }).click();
  const drawer = page.getByRole('dialog', { name: 'New Rollout' });
  await drawer.getByRole('combobox', { name: 'Value' }).click();
  await page.getByRole('option', { name: 'False' }).click();
  await drawer.getByRole('textbox', { name: 'Description' }).fill('for nobody');
  await drawer.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByText('Successfully created rollout')).toBeVisible();
  await page.getByRole('button', { name: 'Threshold Rollout' }).click();
  const form = page.getByRole('form', { name: 'Threshold Rollout 1' });
  const percentage = form.getByRole('textbox', { name: 'Percentage' });
  await percentage.fill('70');
  await form.getByRole('button', { name: 'Reset' }).click();
  await expect(percentage).toHaveValue('0');
  const slider = form.getByRole('slider', { name: 'Share of entities' });
  await expect(slider).toBeEnabled();
  await slider.press('PageUp');
  await expect(percentage).toHaveValue('10');
  await percentage.fill('33.5');
  await expect(form.getByText('acts as 34 %')).toBeVisible();
  await percentage.fill('70');
  await form.getByRole('button', { name: 'Update' }).click();
  await expect(page.getByText('Successfully updated rollout')).toBeVisible();
  await page.getByTestId('rollout-menu-button').click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Rollout' });
  await edit.getByRole('textbox', { name: 'Description' }).fill('for most');
  await edit.getByRole('button', { name: 'Update' }).click();
  await expect(edit).toHaveCount(0);
  expect(await rolloutsOf(management)).toMatchObject([
    { description: 'for most', threshold: { percentage: 70, value: false } },
  ]);
  await page.getByTestId('rollout-menu-button').click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete Rollout' });
  await expect(question).toContainText('70 % of entities → False');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No rollouts yet')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await expect(page.getByText(/^Undone: /)).toBeVisible();
  expect(await rolloutsOf(management)).toMatchObject([
    { description: 'for most', threshold: { percentage: 70, value: false } },
  ]);
});

test('a rollout for a segment that nobody can be in says so', async ({ page, management }) => {
  await arrange(management);
  await management.createSegment({ key: 'adults' });
  for (const operator of ['lt', 'gt']) {
    await management.createConstraint('adults', {
      type: 'NUMBER_COMPARISON_TYPE',
      property: 'age',
      operator,
      value: '18',
    });
  }
  await page.goto(pathOf(management));
  const rail = page.getByRole('complementary', { name: 'About this flag' });
  await expect(rail).toContainText('Nothing to fix.');
  await management.createRollout(FLAG, { rank: 1, segment: { segmentKeys: ['adults'], value: true } });
  await page.reload();
  const contradiction = 'Constraints 1 and 2 of segment adults contradict each other.';
  await expect(card(page, 'Segment Rollout')).toContainText(contradiction);
  await expect(rail).toContainText(contradiction);
});

test('the sentence and the bar of the stack follow what is edited and not saved', async ({
  page,
  management,
}) => {
  await arrange(management, 30);
  await page.goto(pathOf(management));
  await page.getByRole('button', { name: 'Threshold Rollout' }).click();
  await page.getByRole('textbox', { name: 'Percentage' }).fill('70');
  await expect(page.getByText(/^After saving: .*True 70 %.*False 30 %\.$/)).toBeVisible();
  await expect(page.getByRole('img', { name: /70 % True, 30 % False/ })).toBeVisible();
  await page.getByRole('button', { name: 'Reset' }).last().click();
  await expect(page.getByText(/^After saving/)).toHaveCount(0);
  await expect(page.getByRole('img', { name: /30 % True, 70 % False/ })).toBeVisible();
});

test('drafts of rollouts and of the default value answer before they are saved', async ({
  page,
  management,
}) => {
  await management.createSegment({ key: 'beta-users' });
  await management.createConstraint('beta-users', {
    type: 'STRING_COMPARISON_TYPE',
    property: 'group',
    operator: 'eq',
    value: 'beta',
  });
  await arrange(management, 0);
  await management.createRollout(FLAG, {
    rank: 2,
    segment: { segmentKeys: ['beta-users'], value: true },
  });
  await page.goto(pathOf(management));
  await page.getByRole('button', { name: '2 Segment Rollout' }).click();
  const form = page.getByRole('form', { name: 'Segment Rollout 2' });
  await expect(form.getByRole('combobox', { name: 'Value' })).toContainText('True');
  await expect(page.getByRole('button', { name: 'Test draft' })).toHaveCount(0);
  await form.getByRole('combobox', { name: 'Value' }).click();
  await page.getByRole('option', { name: 'False' }).click();
  const defaultValue = page.getByRole('form', { name: 'Default Value' });
  await defaultValue.getByRole('combobox').click();
  await page.getByRole('option', { name: 'True' }).click();

  await page.getByRole('button', { name: 'Test draft' }).click();
  const drawer = page.getByRole('dialog', { name: 'Test draft' });
  await drawer.getByRole('textbox', { name: 'Entity ID' }).fill('ann');
  await expect(drawer.getByTestId('result-value')).toHaveText('True');
  const context = drawer.getByRole('textbox', { name: 'Context' });
  await context.press('Control+A');
  await context.press('Delete');
  await page.keyboard.type('{"group": "beta"}');
  await expect(drawer.getByTestId('result-value')).toHaveText('False');
  await expect(drawer.getByText('Matched rollout 2')).toBeVisible();
  await drawer.getByRole('button', { name: 'Close' }).click();

  // A threshold of 100 % decides before the segment does.
  await page.getByRole('button', { name: '1 Threshold Rollout' }).click();
  await page.getByRole('textbox', { name: 'Percentage' }).fill('100');
  await page.getByRole('button', { name: 'Test draft' }).click();
  await drawer.getByRole('textbox', { name: 'Entity ID' }).fill('ann');
  await expect(drawer.getByText('Matched rollout 1')).toBeVisible();
  await expect(drawer.getByTestId('result-value')).toHaveText('True');
  await expectAccessible(page);
  await drawer.getByRole('button', { name: 'Close' }).click();
  expect(await management.get(`flags/${FLAG}`)).toMatchObject({ enabled: false });
  expect((await rolloutsOf(management)).map(({ threshold, segment }) => threshold ?? segment)).toMatchObject([
    { percentage: 0, value: true },
    { value: true },
  ]);
});

test('a rollout is copied as JSON', async ({ page, management }) => {
  await arrange(management, 30);
  await page.goto(pathOf(management));
  await page.getByTestId('rollout-menu-button').click();
  await page.getByRole('menuitem', { name: 'Copy as JSON' }).click();
  await expect(page.getByText('Copied to clipboard')).toBeVisible();
  const description = page.getByRole('textbox', { name: 'Description' });
  await description.press('Control+V');
  await expect(description).toHaveValue(/threshold/);
  expect(JSON.parse(await description.inputValue())).toEqual({
    threshold: { percentage: 30, value: true },
  });
});

test('the menu of a rollout leads to the console', async ({ page, management }) => {
  await arrange(management, 30);
  await page.goto(pathOf(management));
  await page.getByTestId('rollout-menu-button').click();
  await page.getByRole('menuitem', { name: 'Test in Console' }).click();
  await expect(page).toHaveURL(new RegExp(`/console/${FLAG}$`));
});

test('cards show whom they reach, say who moves, and are reordered', async ({ page, management }) => {
  await arrange(management, 20, 50);
  await page.goto(pathOf(management));
  await expect(card(page, '1 Threshold Rollout')).toContainText('Reaches 20 % of entities');
  await expect(card(page, '2 Threshold Rollout')).toContainText('Reaches 30 % of entities');
  await page.getByRole('button', { name: '2 Threshold Rollout' }).click();
  const form = page.getByRole('form', { name: 'Threshold Rollout 2' });
  await form.getByRole('textbox', { name: 'Percentage' }).fill('80');
  await expect(form.getByText('30 % of entities change from False to True.')).toBeVisible();
  await form.getByRole('button', { name: 'Reset' }).click();
  await page.getByRole('button', { name: '1 Threshold Rollout' }).focus();
  await page.keyboard.press('Alt+ArrowDown');
  await expect(
    page
      .getByRole('status')
      .getByText(/moved to position 2 of 2$/)
      .first(),
  ).toBeAttached();
  await expect(card(page, '2 Threshold Rollout')).toContainText(
    'Reaches nobody: a threshold before it is as large',
  );
  await expect
    .poll(async () => (await rolloutsOf(management)).map(({ threshold }) => threshold?.percentage))
    .toEqual([50, 20]);
});

test('a segment rollout is made before another one', async ({ page, management }) => {
  await arrange(management, 20);
  await management.createSegment({ key: 'staff' });
  await page.goto(`${pathOf(management)}?rollout=new`);
  const drawer = page.getByRole('dialog', { name: 'New Rollout' });
  await drawer.getByRole('radio', { name: 'Segment' }).click();
  await drawer.getByRole('button', { name: 'Create' }).click();
  await expect(drawer.getByRole('combobox', { name: 'Segments' })).toBeFocused();
  await drawer.getByRole('combobox', { name: 'Segments' }).fill('staff');
  await page.getByRole('option', { name: 'staff' }).click();
  await page.keyboard.press('Tab');
  await expect(drawer.getByRole('status').first()).toHaveText(
    'Segment staff has no constraints: it matches everyone.',
  );
  await drawer.getByRole('combobox', { name: 'Position' }).click();
  await page.getByRole('option', { name: 'Before rollout 1' }).click();
  await drawer.getByRole('button', { name: 'Create' }).click();
  await expect(card(page, '1 Segment Rollout')).toContainText('staff');
  await expect(card(page, '2 Threshold Rollout')).toContainText(
    'Reaches nobody: a rollout before it takes everyone',
  );
});

test('everyone gets one value at once, as list, page and Health say, until the override is removed', async ({
  page,
  management,
}) => {
  await management.createFlag({
    key: FLAG,
    name: 'The new checkout of the shop in Germany',
    type: 'BOOLEAN_FLAG_TYPE',
    enabled: true,
  });
  await management.createRollout(FLAG, { rank: 1, threshold: { percentage: 30, value: true } });
  await management.createSegment({ key: 'german' });
  await management.createConstraint('german', {
    type: 'STRING_COMPARISON_TYPE',
    property: 'country',
    operator: 'eq',
    value: 'DE',
  });
  await management.createRollout(FLAG, { rank: 2, segment: { segmentKeys: ['german'], value: true } });
  await management.createRollout(FLAG, { rank: 3, threshold: { percentage: 60, value: false } });
  const before = await randomAnswers(management, FLAG);
  expect(new Set(before.map(({ enabled }) => enabled))).toEqual(new Set([true, false]));

  await page.goto(pathOf(management));
  await page.getByRole('button', { name: 'Actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Serve False to everyone' }).click();
  await page.getByRole('button', { name: 'Serve False', exact: true }).click();
  const strip = page.getByText(/^Everyone gets False\. Override by /);
  await expect(strip).toBeVisible();
  // What looks like a switch shows what is in force, not the default value.
  const pressed = page.getByRole('button', { name: 'True', pressed: true });
  await expect(page.getByText('The default value True has no effect.')).toBeVisible();
  await expect(pressed).toHaveCount(0);
  const during = await randomAnswers(management, FLAG);
  expect(during.filter(({ enabled }) => enabled !== false)).toEqual([]);
  expect(await rolloutsOf(management)).toHaveLength(4);

  const sidebar = page.getByRole('navigation', { name: 'Main' });
  await sidebar.getByRole('link', { name: 'Flags' }).click();
  const row = page.locator(`[data-row=${FLAG}]`);
  await expect(row).toContainText('Everyone gets False');
  await expect(pressed).toHaveCount(0);
  await page.setViewportSize({ width: 1024, height: 800 });
  const sizeOf = async (part: Locator) => (await part.boundingBox()) ?? { width: 0, height: Infinity };
  expect((await sizeOf(row.locator('[data-row-link]'))).width).toBeGreaterThan(150);
  expect((await sizeOf(row)).height).toBeLessThan(80);
  const table = page.getByRole('region', { name: 'Flags of this namespace' });
  expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await page.setViewportSize({ width: 1280, height: 800 });
  await sidebar.getByRole('link', { name: /^Health/ }).click();
  await expect(strip).toBeVisible();
  await expectAccessible(page);
  await page
    .getByRole('main')
    .getByRole('link', { name: `Open flag ${FLAG}` })
    .first()
    .click();
  await page.getByRole('button', { name: 'Remove override' }).click();
  await expect(page.getByText('Override removed')).toBeVisible();
  expect(await randomAnswers(management, FLAG)).toEqual(before);
  await sidebar.getByRole('link', { name: 'Flags' }).click();
  await expect(page.locator(`[data-row=${FLAG}]`)).not.toContainText('Everyone gets');
  await sidebar.getByRole('link', { name: /^Health/ }).click();
  await expect(page.getByText('Nothing to fix.')).toBeVisible();
  await expect(strip).toHaveCount(0);
});

test('read-only, rollouts are shown and cannot be changed', async ({ page, management }) => {
  await arrange(management, 20, 50);
  await makeReadOnly(page);
  await page.goto(pathOf(management));
  await page.getByRole('button', { name: '1 Threshold Rollout' }).click();
  const form = page.getByRole('form', { name: 'Threshold Rollout 1' });
  const defaultValue = page.getByRole('form', { name: 'Default value' });
  for (const control of [
    page.getByRole('button', { name: 'New Rollout' }),
    page.getByTestId('rollout-menu-button').first(),
    form.getByRole('button', { name: 'Update' }),
    defaultValue.getByRole('combobox'),
    defaultValue.getByRole('button', { name: 'Update' }),
  ]) {
    await expect(control).toHaveAttribute('aria-disabled', 'true');
    await expect(control).toHaveAccessibleDescription('Not available in read-only mode');
  }
  const slider = form.getByRole('slider', { name: 'Share of entities' });
  await expect(slider).toBeDisabled();
  await expect(slider).toHaveAccessibleDescription('Not available in read-only mode');
  await slider.press('ArrowRight');
  await expect(form.getByRole('textbox', { name: 'Percentage' })).toHaveValue('20');
  await page.getByTestId('rollout-menu-button').first().click({ force: true });
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Move rollout/ })).toHaveCount(0);
});

for (const theme of themes) {
  test(`rollouts and their drawer are accessible in ${theme}`, async ({ page, management }) => {
    await arrange(management, 20, 50);
    await page.goto(pathOf(management));
    await preferTheme(page, theme);
    await page.getByRole('button', { name: '1 Threshold Rollout' }).click();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'New Rollout' }).click();
    await expect(page.getByRole('dialog', { name: 'New Rollout' })).toBeVisible();
    await expectAccessible(page);
  });
}
