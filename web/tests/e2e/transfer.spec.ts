import { readFile } from 'node:fs/promises';
import { type Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility';
import { type Management } from './support/management';
import { expect, test } from './support/test';

/** Its number is longer than one of JavaScript can be. */
const ATTACHMENT = '{"hex":"#00f","id":9007199254740993}';

const expected = { timeout: 15_000 };

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
    await expect(dialog.getByText('Create', { exact: true })).toHaveCount(3, expected);
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
    ],
  };
  const choose = async (text: string): Promise<void> =>
    dialog
      .getByLabel('File')
      .setInputFiles({ name: 'flags.json', mimeType: 'application/json', buffer: Buffer.from(text) });
  await choose('flags: [{ key: "not a key" }]');
  await expect(dialog.getByText(/This file cannot be imported\. flags\.0\.key/)).toBeVisible(expected);
  await choose('flags: [{ key: colour, metadata: { id: 9007199254740993 } }]');
  await expect(
    dialog.getByText('flags.0.metadata: A number this long cannot be saved exactly. Use a string.'),
  ).toBeVisible(expected);
  await choose(JSON.stringify(file));
  const plan = dialog.getByRole('list', { name: 'What the import does' });
  await expect(plan.getByText('Create', { exact: true })).toBeVisible(expected);
  await expect(plan.getByText('Change', { exact: true })).toBeVisible();
  await expect(plan.getByText('Conflict', { exact: true })).toBeVisible();
  await expect(plan.getByText('The flag that is there has another type, which cannot change.')).toBeVisible();
  expect(await management.get('flags')).toMatchObject({ flags: [{ key: 'colour' }, { name: 'Dark mode' }] });
  await dialog
    .getByRole('group', { name: 'What to do about dark-mode' })
    .getByRole('button', { name: 'Overwrite' })
    .click();
  await dialog.getByRole('button', { name: 'Import' }).click();
  await expect(page.getByText('Successfully imported flags')).toBeVisible(expected);
  expect(await management.get('flags/dark-mode')).toMatchObject({ name: 'Night mode' });
  expect(await management.get('flags/new-one')).toMatchObject({ name: 'New' });
  expect(await management.get('flags/colour')).toMatchObject({ type: 'VARIANT_FLAG_TYPE' });
});
