import { type Locator, type Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility';
import { type Management } from './support/management';
import { preferTheme, themes } from './support/theme';
import { expect as base, test } from './support/test';

/** The machines of tests are slow. */
const expect = base.configure({ timeout: 15_000 });

test.setTimeout(180_000);

/** A variant flag that asks for a number, a boolean flag with a threshold, and one that is disabled. */
async function arrange(management: Management): Promise<void> {
  await management.createFlag({ key: 'colour', name: 'Button colour' });
  const blue = await management.createVariant('colour', { key: 'blue', attachment: '{"hex":"#00f"}' });
  await management.createVariant('colour', { key: 'green' });
  await management.createSegment({ key: 'adults' });
  await management.createConstraint('adults', {
    type: 'NUMBER_COMPARISON_TYPE',
    property: 'age',
    operator: 'gte',
    value: '18',
  });
  await management.createRule('colour', { rank: 1, segmentKeys: ['adults'], shares: { [blue.id]: 100 } });
  await management.createFlag({ key: 'banner', type: 'BOOLEAN_FLAG_TYPE', enabled: false });
  await management.createRollout('banner', { rank: 1, threshold: { percentage: 100, value: true } });
  await management.createFlag({ key: 'parked', enabled: false });
}

async function open(page: Page, management: Management, flagKey?: string): Promise<void> {
  const path = flagKey === undefined ? 'console' : `console/${flagKey}`;
  await page.goto(`/#/namespaces/${management.namespaceKey}/${path}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Console' })).toBeVisible();
}

/** The headline of a result. */
function value(result: Locator): Locator {
  return result.getByTestId('result-value');
}

/** As people type: what is filled in at once brings styles of its own, which the policy forbids. */
async function typeContext(editor: Locator, text: string): Promise<void> {
  await editor.press('ControlOrMeta+a');
  await editor.press('Delete');
  await editor.pressSequentially(text);
}

async function enterContext(page: Page, text: string): Promise<void> {
  await typeContext(page.getByRole('textbox', { name: 'Context' }), text);
}

test('evaluates on the server and shows value, reason, segments and attachment', async ({
  page,
  management,
}) => {
  await arrange(management);
  await open(page, management);
  await page.getByRole('combobox', { name: 'Flag' }).fill('button');
  await page.getByRole('option', { name: /Button colour \(colour\)/ }).click();
  await page.getByRole('textbox', { name: 'Entity ID' }).fill('user-1');
  await enterContext(page, '{"age": "30"}');
  await page.getByRole('button', { name: 'Evaluate', exact: true }).click();

  const result = page.getByRole('region', { name: 'Result', exact: true });
  await expect(value(result)).toHaveText('blue');
  await expect(result).toContainText('Matched rule 1');
  await expect(result).toContainText('adults');
  await expect(result).toContainText('"hex": "#00f"');
  await result.getByRole('tab', { name: 'Raw JSON' }).click();
  await expect(result).toContainText('MATCH_EVALUATION_REASON');
});

test('says why in words when nothing matched and when the flag is disabled', async ({ page, management }) => {
  await arrange(management);
  await open(page, management, 'colour');
  await page.getByRole('button', { name: 'New Entity ID' }).click();
  await expect(page.getByRole('textbox', { name: 'Entity ID' })).toHaveValue(/^[0-9a-f-]{36}$/);
  await page.keyboard.press('Control+Enter');
  const result = page.getByRole('region', { name: 'Result', exact: true });
  await expect(result).toContainText('Nothing matched and there is no default');

  await page.getByRole('combobox', { name: 'Flag' }).fill('parked');
  await page.getByRole('option', { name: /parked/ }).click();
  await page.getByRole('button', { name: 'Evaluate', exact: true }).click();
  await expect(result).toContainText('Flag is disabled');
  await expect(page.getByText('This flag is disabled. Its rules are not tried.')).toBeVisible();
});

test('what is typed into the field of the flag stays when an answer arrives meanwhile', async ({
  page,
  management,
}) => {
  await arrange(management);
  await open(page, management, 'colour');
  let answer = (): void => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/evaluate/v1/variant', async (route) => {
    await answered;
    await route.continue();
  });
  await page.getByRole('textbox', { name: 'Entity ID' }).fill('user-1');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('button', { name: 'Evaluate', exact: true })).toHaveAttribute('aria-busy');
  const flag = page.getByRole('combobox', { name: 'Flag' });
  await flag.fill('park');
  await expect(page.getByRole('option', { name: /parked/ })).toBeVisible();

  answer();
  await expect(page.locator('form [aria-busy]')).toHaveCount(0);
  await expect(flag).toHaveValue('park');
  await page.getByRole('option', { name: /parked/ }).click();
  await expect(flag).toHaveValue('parked');
});

test('the explanation names the value that is not a number', async ({ page, management }) => {
  await arrange(management);
  await open(page, management, 'colour');
  await page.getByRole('textbox', { name: 'Entity ID' }).fill('user-1');
  await enterContext(page, '{"age": "old"}');
  const steps = page.getByRole('list', { name: 'Steps' });
  await expect(steps.getByRole('row', { name: 'age gte 18 old not a number' })).toBeVisible();
  await enterContext(page, '{"age": "18"}');
  await expect(steps.locator('[aria-current=step]')).toContainText('Rule 1');
  await expect(steps).toContainText(/Hash of "colouruser-1" is bucket \d+ of 1000/);
  await expect(steps).toContainText('blue: buckets 0 to 999 (chosen)');
});

test('the preview follows what is typed without asking the server', async ({ page, management }) => {
  await arrange(management);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/evaluate/v1/')) asked.push(request.url());
  });
  await open(page, management, 'banner');
  await page.getByRole('textbox', { name: 'Entity ID' }).fill('user-1');
  const preview = page.getByRole('region', { name: 'Live preview' });
  await expect(value(preview)).toHaveText('True');
  await expect(preview).toContainText('Local, not counted');
  expect(asked).toEqual([]);
});

test('a number in the context is refused, and made a text by one press', async ({ page, management }) => {
  await arrange(management);
  await open(page, management, 'colour');
  await page.getByRole('textbox', { name: 'Entity ID' }).fill('user-1');
  await enterContext(page, '{"age": 30}');
  await expect(page.getByText('Context must be a JSON object whose values are text.')).toBeVisible();
  const editor = page.getByRole('textbox', { name: 'Context' });
  await page.getByRole('button', { name: 'Convert to text' }).click();
  await expect(editor).toContainText('"age": "30"');
  await expect(page.getByText('Context must be a JSON object whose values are text.')).toBeHidden();
});

test('says what is missing', async ({ page, management }) => {
  await arrange(management);
  await open(page, management);
  await page.getByRole('button', { name: 'Evaluate', exact: true }).click();
  await expect(page.getByText('Choose a flag.')).toBeVisible();
  await expect(page.getByText('Enter an entity ID.')).toBeVisible();
});

test('nothing moves when the editor of the context has loaded', async ({ page, management }) => {
  await arrange(management);
  let load = (): void => undefined;
  const wanted = new Promise<void>((resolve) => (load = resolve));
  await page.route('**/json-code-editor-*.js', async (route) => {
    await wanted;
    await route.continue();
  });
  await page.goto(
    `/#/namespaces/${management.namespaceKey}/console?c=${Buffer.from('{"age": "30"}').toString('base64url')}`,
  );
  const button = page.getByRole('button', { name: 'Evaluate', exact: true });
  await expect(button).toBeVisible();
  const context = page.getByRole('textbox', { name: 'Context' });
  await expect(context).toBeHidden();
  const before = await button.boundingBox();
  load();
  await expect(context).toBeVisible();
  expect(await button.boundingBox()).toEqual(before);
});

test('the address carries flag, entity and context', async ({ page, management }) => {
  await arrange(management);
  await open(page, management, 'colour');
  await page.getByRole('textbox', { name: 'Entity ID' }).fill('Zoë/1');
  await enterContext(page, '{"age": "44"}');
  await expect(page).toHaveURL(/[?&]e=[\w-]+&c=[\w-]+/);
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Entity ID' })).toHaveValue('Zoë/1');
  await expect(value(page.getByRole('region', { name: 'Live preview' }))).toHaveText('blue');
});

test('all flags are evaluated at once, and filtered by result', async ({ page, management }) => {
  await arrange(management);
  await open(page, management);
  await page.getByRole('button', { name: 'All flags', exact: true }).click();
  await page.getByRole('textbox', { name: 'Entity ID' }).fill('user-1');
  await enterContext(page, '{"age": "30"}');
  await page.getByRole('button', { name: 'Evaluate all flags' }).click();
  await expect(page.getByText('Answers of the server.')).toBeVisible();
  const table = page.getByRole('table', { name: 'What all flags answer' });
  await expect(table.getByRole('row', { name: /^colour blue Matched rule 1/ })).toBeVisible();
  await expect(table.getByRole('row', { name: /^banner True Matched rollout 1/ })).toBeVisible();
  await page.getByRole('switch', { name: 'Differs from default only' }).click();
  await expect(table.getByRole('row', { name: /^parked/ })).toBeHidden();
  await page.getByRole('link', { name: 'Explain colour' }).click();
  await expect(page.getByRole('region', { name: 'Explain' })).toContainText('colour is a variant flag');
  await expect(page.getByRole('textbox', { name: 'Entity ID' })).toHaveValue('user-1');
});

test('two entities are compared side by side', async ({ page, management }) => {
  await arrange(management);
  await page.goto(`/#/namespaces/${management.namespaceKey}/console/colour?mode=compare`);
  const first = page.getByRole('group', { name: 'First entity' });
  const second = page.getByRole('group', { name: 'Second entity' });
  await first.getByRole('textbox', { name: 'Entity ID' }).fill('user-1');
  await typeContext(first.getByRole('textbox', { name: 'Context' }), '{"age": "30"}');
  await second.getByRole('textbox', { name: 'Entity ID' }).fill('user-2');
  await typeContext(second.getByRole('textbox', { name: 'Context' }), '{"age": "3"}');
  await expect(page.getByText('They differ: blue and No variant.')).toBeVisible();
  await page.getByRole('button', { name: 'Evaluate', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Result', exact: true })).toHaveCount(2);
});

test('an answer is shown for the question that it answers, and for no other', async ({
  page,
  management,
}) => {
  await arrange(management);
  await open(page, management, 'colour');
  const entity = page.getByRole('textbox', { name: 'Entity ID' });
  const result = page.getByRole('region', { name: 'Result', exact: true });
  const preview = page.getByRole('region', { name: 'Live preview' });
  await entity.fill('user-1');
  await page.getByRole('button', { name: 'Evaluate', exact: true }).click();
  await expect(result).toBeVisible();
  await expect(preview).toHaveCount(0);
  await entity.fill('user-2');
  await expect(preview).toBeVisible();
  await expect(result).toHaveCount(0);
  await entity.fill('user-1');
  await expect(result).toBeVisible();
});

test('a persona is kept in this browser and used again', async ({ page, management }) => {
  await arrange(management);
  await open(page, management, 'colour');
  await page.getByRole('textbox', { name: 'Entity ID' }).fill('ann');
  await enterContext(page, '{"age": "30"}');
  await page.getByRole('button', { name: 'Save as persona' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save as persona' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Ann');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await open(page, management, 'banner');
  await page.reload();
  await page.getByRole('button', { name: 'Use persona Ann' }).click();
  await expect(page.getByRole('textbox', { name: 'Entity ID' })).toHaveValue('ann');
});

test('a thousand random entities are simulated', async ({ page, management }) => {
  await arrange(management);
  await open(page, management, 'colour');
  await page.getByRole('textbox', { name: 'Entity ID' }).fill('user-1');
  await enterContext(page, '{"age": "30"}');
  await page.getByRole('button', { name: 'Simulate 1,000 entities' }).click();
  const table = page.getByRole('table', { name: 'Simulated and configured shares' });
  await expect(table.getByRole('row', { name: 'blue 1,000 (100 %) 100 %' })).toBeVisible();
});

test('the question is copied as a command without a credential', async ({ page, management, context }) => {
  await context.grantPermissions(['clipboard-write']);
  await arrange(management);
  await open(page, management, 'colour');
  await page.getByRole('textbox', { name: 'Entity ID' }).fill("o'neil");
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await page.getByRole('menuitem', { name: 'curl' }).click();
  await expect(page.getByText('Copied to clipboard')).toBeVisible();
  // The page itself may not read the clipboard (7, 5); people may.
  const entity = page.getByRole('textbox', { name: 'Entity ID' });
  await entity.fill('');
  await entity.press('ControlOrMeta+v');
  await expect(entity).toHaveValue(/o'\\''neil/);
  await expect(entity).toHaveValue(/Bearer <CLIENT_TOKEN>/);
});

test('another namespace clears the flag, and keeps the entity and its context', async ({
  page,
  management,
}) => {
  await arrange(management);
  const other = management.in(`${management.namespaceKey}-other`);
  await management.call('POST', '/api/v1/namespaces', { key: other.namespaceKey, name: other.namespaceKey });
  // The flag of the same key is another one, too.
  await arrange(other);
  await open(page, management, 'colour');
  await page.getByRole('textbox', { name: 'Entity ID' }).fill('user-1');
  await enterContext(page, '{"age": "30"}');
  await expect(value(page.getByRole('region', { name: 'Live preview' }))).toHaveText('blue');
  await expect(page).toHaveURL(/[?&]e=[\w-]+&c=[\w-]+/);

  await page.getByRole('button', { name: /^Namespace: / }).click();
  await page.getByRole('textbox', { name: 'Search namespaces' }).fill(other.namespaceKey);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`#/namespaces/${other.namespaceKey}/console\\?`));
  await expect(page.getByRole('combobox', { name: 'Flag' })).toHaveValue('');
  await expect(page.getByRole('textbox', { name: 'Entity ID' })).toHaveValue('user-1');
  await expect(page.getByRole('textbox', { name: 'Context' })).toHaveText('{"age": "30"}');
  await expect(page.getByRole('region', { name: 'Live preview' })).toHaveCount(0);
});

test('without flags it leads to the first one', async ({ page, management }) => {
  await open(page, management);
  await expect(page.getByText('Create a flag first.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'New Flag' })).toBeVisible();
});

for (const theme of themes) {
  test(`15: the console has no violations, wide or narrow: ${theme}`, async ({ page, management }) => {
    await preferTheme(page, theme);
    await arrange(management);
    await open(page, management, 'colour');
    await page.getByRole('textbox', { name: 'Entity ID' }).fill('user-1');
    await enterContext(page, '{"age": "30"}');
    await page.getByRole('button', { name: 'Simulate 1,000 entities' }).click();
    await page.getByRole('button', { name: 'Evaluate', exact: true }).click();
    await expect(page.getByRole('region', { name: 'Result', exact: true })).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 700 });
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);
  });
}
