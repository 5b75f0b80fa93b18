import { readFile } from 'node:fs/promises';
import { type Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility';
import { type Management } from './support/management';
import { expect, test } from './support/test';

/** Its number is longer than one of JavaScript can be. */
const ATTACHMENT = '{"hex":"#00f","id":9007199254740993}';

const expected = { timeout: 15_000 };

const numberOf = (revision: string): number => Number(revision.split('.')[0]);

async function openFlags(page: Page, { namespaceKey }: Management): Promise<void> {
  await page.goto(`/#/namespaces/${namespaceKey}/flags`);
  await expect(page.getByRole('button', { name: 'Export and import' })).toBeVisible(expected);
}

async function exported(page: Page, item: string): Promise<string> {
  await page.getByRole('button', { name: 'Export and import' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: item }).click();
  return readFile(await (await download).path(), 'utf8');
}

async function arrange(management: Management): Promise<void> {
  await management.createSegment({ key: 'beta', name: 'Beta' });
  await management.createConstraint('beta', {
    type: 'STRING_COMPARISON_TYPE',
    property: 'plan',
    operator: 'eq',
    value: 'beta',
  });
  await management.createFlag({ key: 'colour', name: 'Colour', metadata: { owner: 'web', id: 2 ** 60 } });
  const blue = await management.createVariant('colour', { key: 'blue', attachment: ATTACHMENT });
  await management.createRule('colour', { rank: 1, segmentKeys: ['beta'], shares: { [blue.id]: 100 } });
  await management.createFlag({ key: 'dark-mode', name: 'Dark mode', type: 'BOOLEAN_FLAG_TYPE' });
  await management.createRollout('dark-mode', { rank: 1, threshold: { percentage: 25, value: true } });
}

for (const item of ['Export all as JSON', 'Export all as YAML']) {
  test(`what "${item}" gives makes the same flags in another namespace`, async ({ page, management }) => {
    await arrange(management);
    await openFlags(page, management);
    const text = await exported(page, item);
    const other = management.in(`${management.namespaceKey}-copy`);
    await management.call('POST', '/api/v1/namespaces', {
      key: other.namespaceKey,
      name: other.namespaceKey,
    });
    await openFlags(page, other);
    await page.getByRole('button', { name: 'Export and import' }).click();
    await page.getByRole('menuitem', { name: 'Import…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import flags' });
    await dialog.getByLabel('File').setInputFiles({
      name: 'flags.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from(text),
    });
    await expect(dialog.getByText('Will be created')).toHaveCount(3, expected);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Import' }).click();
    await expect(page.getByText('Successfully imported flags')).toBeVisible(expected);
    expect(await other.evaluate('variant', 'colour', 'anybody', { plan: 'beta' })).toMatchObject({
      match: true,
      variantKey: 'blue',
      variantAttachment: ATTACHMENT,
    });
    expect(await other.get('flags/colour')).toMatchObject({ metadata: { owner: 'web', id: 2 ** 60 } });
    expect(await other.get('flags/dark-mode/rollouts')).toMatchObject({
      rules: [{ threshold: { percentage: 25, value: true } }],
    });
  });
}

test('an import says what it creates, changes, leaves and cannot do, before anything is written', async ({
  page,
  management,
}) => {
  await arrange(management);
  await openFlags(page, management);
  await page.getByRole('button', { name: 'Export and import' }).click();
  await page.getByRole('menuitem', { name: 'Import…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import flags' });
  const file = {
    flags: [
      { key: 'new-one', name: 'New', type: 'BOOLEAN_FLAG_TYPE' },
      {
        key: 'dark-mode',
        name: 'Night mode',
        type: 'BOOLEAN_FLAG_TYPE',
        enabled: true,
        rollouts: [{ threshold: { percentage: 25, value: true } }],
      },
      { key: 'colour', name: 'Colour', type: 'BOOLEAN_FLAG_TYPE' },
      { key: 'lonely', name: 'Lonely', rules: [{ segment: 'nowhere' }] },
    ],
  };
  const choose = async (name: string, text: string): Promise<void> =>
    dialog.getByLabel('File').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
  await choose('flags.yaml', 'flags: [{ key: "not a key", name: Wrong }]');
  await expect(dialog.getByText(/This file cannot be imported\. 1:16: flags\[0\]\.key/)).toBeVisible(
    expected,
  );
  await choose('flags.yaml', 'flags: [{ key: colour, name: Colour, metadata: { id: 9007199254740993 } }]');
  await expect(
    dialog.getByText('1:54: flags[0].metadata: A number this long cannot be saved exactly. Use a string.'),
  ).toBeVisible(expected);
  await choose('flags.json', JSON.stringify(file));
  const plan = dialog.getByRole('list', { name: 'What will happen' });
  await expect(plan.getByText('Will be created')).toBeVisible(expected);
  await expect(plan.getByText('Exists and differs')).toHaveCount(2);
  await expect(plan.getByText('Conflict', { exact: true })).toBeVisible();
  await expect(plan.getByText('Needs segments that are not there: nowhere.')).toBeVisible();
  await expect(plan.getByText('It is of another type there, so it cannot be overwritten.')).toBeVisible();
  expect(await management.get('flags')).toMatchObject({ flags: [{ key: 'colour' }, { name: 'Dark mode' }] });
  const before = await management.get<{ readonly revision: string }>('document');
  const chooseForDarkMode = async (choice: string): Promise<void> => {
    await dialog.getByRole('combobox', { name: 'What to do with dark-mode' }).click();
    await page.getByRole('option', { name: choice }).click();
  };
  await chooseForDarkMode('Copy as new key');
  await dialog.getByRole('combobox', { name: 'What to do with colour' }).click();
  await expect(page.getByRole('option', { name: 'Overwrite' })).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('option', { name: 'Copy as new key' }).click();
  await expect(dialog.getByLabel('New key of colour')).toHaveValue('colour-copy');
  await dialog.getByLabel('New key of dark-mode').fill('colour-copy');
  await expect(dialog.getByRole('button', { name: 'Import' })).toBeDisabled();
  await chooseForDarkMode('Overwrite');
  await dialog.getByRole('button', { name: 'Import' }).click();
  await expect(page.getByText('Successfully imported flags')).toBeVisible(expected);
  expect(await management.get('flags/dark-mode')).toMatchObject({ name: 'Night mode' });
  expect(await management.get('flags/new-one')).toMatchObject({ name: 'New' });
  expect(await management.get('flags/colour')).toMatchObject({ type: 'VARIANT_FLAG_TYPE' });
  expect(await management.get('flags/colour-copy')).toMatchObject({ type: 'BOOLEAN_FLAG_TYPE' });
  expect(await management.get('flags')).toMatchObject({ totalCount: 4 });
  const after = await management.get<{ readonly revision: string }>('document');
  expect(numberOf(after.revision)).toBe(numberOf(before.revision) + 1);
});
