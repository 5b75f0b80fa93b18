import { type Locator, type Page } from '@playwright/test';
import { type Management } from './support/management';
import { expect, test } from './support/test';

test.setTimeout(400_000);

const COUNT = 200;

/** Time for so many flags on a machine with other work. */
const patient = { timeout: 180_000 };

const keyOf = (index: number): string => `flag-${String(index).padStart(3, '0')}`;

interface StoredFlag {
  readonly key: string;
  readonly enabled: boolean;
}

/** Enabled flags, of which each serves a variant to the same segment. */
async function arrange(management: Management): Promise<void> {
  const flags = Array.from({ length: COUNT }, (_, index) => ({
    key: keyOf(index),
    name: `Flag ${index}`,
    type: 'VARIANT_FLAG_TYPE',
    enabled: true,
    variants: [{ key: 'blue' }],
    rules: [{ segment: 'everyone', distributions: [{ variant: 'blue', rollout: 100 }] }],
  }));
  const segments = [{ key: 'everyone', name: 'Everyone', match_type: 'ALL_MATCH_TYPE' }];
  await management.importDocument({ flags, segments });
}

async function flagsOf(management: Management): Promise<readonly StoredFlag[]> {
  return (await management.get<{ readonly flags: readonly StoredFlag[] }>('flags')).flags;
}

/** Opens the list, selects all flags of the namespace, and gives the bar of actions. */
async function selectAll(page: Page, { namespaceKey }: Management): Promise<Locator> {
  await page.goto(`/#/namespaces/${namespaceKey}/flags`);
  await page.getByRole('checkbox', { name: `Select ${keyOf(0)}` }).click();
  const bar = page.getByRole('region', { name: 'Selected flags' });
  await bar.getByRole('button', { name: `Select all ${COUNT} matching` }).click();
  await expect(bar.getByText(`${COUNT} selected`)).toBeVisible();
  return bar;
}

/** How many revisions the namespace has had. */
async function revisionOf(management: Management): Promise<number> {
  const path = 'revisions/latest/subject?kind=namespace';
  return Number.parseInt((await management.get<{ readonly revision: string }>(path)).revision, 10);
}

test('200 flags are disabled by one change, all of them or none, and put back', async ({
  page,
  management,
}) => {
  await arrange(management);
  let isRefused = true;
  await page.route('**/changes', async (route) => {
    if (!isRefused) return route.fallback();
    isRefused = false;
    return route.fulfill({ status: 500, json: { code: 13, message: 'disk full', details: [] } });
  });
  const bar = await selectAll(page, management);
  const revision = await revisionOf(management);
  await bar.getByRole('button', { name: 'Disable' }).click();
  const dialog = page.getByRole('alertdialog', { name: `Disable ${COUNT} flags` });
  for (const index of [0, 77, COUNT - 1]) {
    await expect(dialog.getByText(`Flag ${keyOf(index)}: state`)).toBeAttached();
  }
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('disk full')).toBeVisible(patient);
  expect((await flagsOf(management)).every((flag) => flag.enabled)).toBe(true);

  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText(`Done: Disable ${COUNT} flags`)).toBeVisible(patient);
  expect((await flagsOf(management)).some((flag) => flag.enabled)).toBe(false);
  expect(await revisionOf(management)).toBe(revision + 1);

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText(`Undone: Disable ${COUNT} flags`)).toBeVisible(patient);
  expect((await flagsOf(management)).every((flag) => flag.enabled)).toBe(true);
});

test('200 flags are copied to another namespace with what they need, and taken back', async ({
  page,
  management,
}) => {
  await arrange(management);
  const target = management.in(`${management.namespaceKey}-copy`);
  await management.call('POST', '/api/v1/namespaces', {
    key: target.namespaceKey,
    name: target.namespaceKey,
  });
  await target.createFlag({ key: keyOf(5), type: 'BOOLEAN_FLAG_TYPE' });
  const revision = await revisionOf(target);
  const bar = await selectAll(page, management);
  await bar.getByRole('button', { name: 'Copy to Namespace' }).click();
  const choice = page.getByRole('dialog', { name: 'Copy to Namespace' });
  await choice.getByRole('combobox', { name: 'Target namespace' }).click();
  await page.getByRole('option', { name: target.namespaceKey }).click();
  const dryRun = choice.getByRole('list', { name: 'What will happen' });
  await expect(dryRun.getByText('Will be created')).toHaveCount(COUNT, patient);
  await expect(dryRun.getByText('Exists and differs')).toHaveCount(1);
  await choice.getByRole('button', { name: 'Copy', exact: true }).click();

  await expect(page.getByText(`Successfully copied ${COUNT} flags`)).toBeVisible(patient);
  expect(await flagsOf(target)).toHaveLength(COUNT);
  expect(await revisionOf(target)).toBe(revision + 1);
  for (const side of [management, target]) {
    expect(await side.evaluate('variant', keyOf(0), 'somebody')).toMatchObject({
      match: true,
      variantKey: 'blue',
    });
  }

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText(/^Undone: /)).toBeVisible(patient);
  expect((await flagsOf(target)).map(({ key }) => key)).toEqual([keyOf(5)]);
  expect(await target.get('segments')).toMatchObject({ segments: [] });
});
