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

/** Answers calls of that method to that path with an error, without asking the server. */
async function refuse(page: Page, method: string, path: string): Promise<void> {
  await page.route(`**${path}`, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    return route.fulfill({ status: 500, json: { code: 13, message: 'disk full', details: [] } });
  });
}

/** Counts the writes that are under way at the same time, from now on. */
function countWrites(page: Page): { readonly most: () => number } {
  let now = 0;
  let most = 0;
  const change = (step: number) => (request: { readonly method: () => string }) => {
    if (request.method() === 'GET') return;
    now += step;
    most = Math.max(most, now);
  };
  page.on('request', change(1));
  page.on('requestfinished', change(-1));
  page.on('requestfailed', change(-1));
  return { most: () => most };
}

test('200 flags are disabled, four at a time, with one failure that is named, and put back', async ({
  page,
  management,
}) => {
  await arrange(management);
  await refuse(page, 'PUT', `/flags/${keyOf(77)}`);
  const bar = await selectAll(page, management);
  const writes = countWrites(page);
  await bar.getByRole('button', { name: 'Disable' }).click();
  const dialog = page.getByRole('alertdialog', { name: `Disable ${COUNT} flags` });
  for (const index of [0, 77, COUNT - 1]) {
    await expect(dialog.getByText(`Flag ${keyOf(index)}: state`)).toBeAttached();
  }
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(dialog.getByText(`${COUNT - 1} done, 1 failed, 0 skipped`)).toBeVisible(patient);
  await expect(dialog.getByText(`${keyOf(77)} failed: disk full`)).toBeVisible();
  expect(writes.most()).toBeGreaterThan(1);
  expect(writes.most()).toBeLessThanOrEqual(4);
  const enabled = (await flagsOf(management)).filter((flag) => flag.enabled);
  expect(enabled.map(({ key }) => key)).toEqual([keyOf(77)]);

  await dialog.getByRole('button', { name: 'Undo' }).click();
  await expect(dialog.getByText(`${COUNT - 1} done, 0 failed, 0 skipped`)).toBeVisible(patient);
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
  await refuse(page, 'POST', `/namespaces/${target.namespaceKey}/flags/${keyOf(77)}/variants`);
  const bar = await selectAll(page, management);
  await bar.getByRole('button', { name: 'Copy to Namespace' }).click();
  const choice = page.getByRole('dialog', { name: 'Copy to Namespace' });
  await choice.getByRole('combobox', { name: 'Target namespace' }).click();
  await page.getByRole('option', { name: target.namespaceKey }).click();
  const dryRun = choice.getByRole('list', { name: 'What will happen' });
  await expect(dryRun.getByText('Will be created')).toHaveCount(COUNT, patient);
  await expect(dryRun.getByText('Exists and differs')).toHaveCount(1);
  const writes = countWrites(page);
  await choice.getByRole('button', { name: 'Copy', exact: true }).click();

  const result = page.getByRole('alertdialog', {
    name: `Copy ${COUNT - 1} flags to ${target.namespaceKey}`,
  });
  // The segment counts as well.
  await expect(result.getByText(`${COUNT - 1} done, 1 failed, 1 skipped`)).toBeVisible(patient);
  await expect(result.getByText(`${keyOf(77)} failed: disk full`)).toBeVisible();
  expect(writes.most()).toBeGreaterThan(1);
  expect(writes.most()).toBeLessThanOrEqual(4);
  expect(await flagsOf(target)).toHaveLength(COUNT);
  for (const side of [management, target]) {
    expect(await side.evaluate('variant', keyOf(0), 'somebody')).toMatchObject({
      match: true,
      variantKey: 'blue',
    });
  }

  await result.getByRole('button', { name: 'Undo' }).click();
  await expect(result.getByText(`${COUNT - 1} done, 0 failed, 0 skipped`)).toBeVisible(patient);
  const left = (await flagsOf(target)).map(({ key }) => key);
  // One was there before, and of the failed one the first step was done.
  expect(left.toSorted()).toEqual([keyOf(5), keyOf(77)]);
  expect(await target.get('segments')).toMatchObject({ segments: [] });
});
