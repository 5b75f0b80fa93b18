import { expectAccessible } from './support/accessibility';
import { type Management } from './support/management';
import { expect as base, test } from './support/test';
import { preferTheme, themes } from './support/theme';

/** The machines of tests are slow. */
const expect = base.configure({ timeout: 15_000 });

test.setTimeout(180_000);

/** A flag whose shares lose by rounding and whose second rule nobody reaches, and a segment that is not used. */
async function arrange(management: Management): Promise<void> {
  await management.createSegment({ key: 'everyone' });
  await management.createSegment({ key: 'spare' });
  await management.createConstraint('spare', {
    type: 'NUMBER_COMPARISON_TYPE',
    property: 'age',
    operator: 'gt',
    value: '1',
  });
  await management.createFlag({ key: 'thirds' });
  const ids: string[] = [];
  for (const key of ['one', 'two', 'three']) ids.push((await management.createVariant('thirds', { key })).id);
  const [one = '', two = '', three = ''] = ids;
  await management.createRule('thirds', {
    rank: 1,
    segmentKeys: ['everyone'],
    shares: { [one]: 33.34, [two]: 33.33, [three]: 33.33 },
  });
  await management.createRule('thirds', { rank: 2, segmentKeys: ['everyone'], shares: { [one]: 100 } });
}

interface Shares {
  readonly rules: readonly { readonly distributions: readonly { readonly rollout: number }[] }[];
}

test('each finding has a fix, which removes it', async ({ page, management }) => {
  await arrange(management);
  await page.goto(`/#/namespaces/${management.namespaceKey}/health`);
  const rounding = page.getByText('Rule 1 of thirds loses 0.1 % by rounding.');
  const unreachable = page.getByText('Rule 2 of thirds is never reached.');
  const unused = page.getByText('Segment spare is not used.');
  for (const finding of [rounding, unreachable, unused]) await expect(finding).toBeVisible();
  await expect(page.getByText('3 findings')).toBeVisible();

  await page.getByRole('button', { name: 'Fix rounding' }).click();
  await expect(rounding).toBeHidden();
  const { rules } = await management.get<Shares>('flags/thirds/rules');
  expect(rules[0]?.distributions.map(({ rollout }) => rollout)).toEqual([33.4, 33.3, 33.3]);
  await page.getByRole('button', { name: 'Delete rule' }).click();
  await expect(unreachable).toBeHidden();
  await page.getByRole('button', { name: 'Delete segment' }).click();
  await expect(page.getByText('Nothing to fix.')).toBeVisible();
});

test('a finding is ignored in this browser, and shown again', async ({ page, management }) => {
  await arrange(management);
  await page.goto(`/#/namespaces/${management.namespaceKey}/health`);
  await page.getByRole('button', { name: 'Ignore: Segment spare is not used.' }).click();
  await expect(page.getByText('2 findings')).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Ignored in this browser (1)' }).click();
  await page.getByRole('button', { name: 'Show again: Segment spare is not used.' }).click();
  await expect(page.getByText('3 findings')).toBeVisible();
});

test('the sidebar counts the errors that are not ignored', async ({ page, management }) => {
  await arrange(management);
  await management.createFlag({ key: 'nobody' });
  const main = page.getByRole('navigation', { name: 'Main' });
  await page.goto(`/#/namespaces/${management.namespaceKey}/segments`);
  await expect(main.getByRole('link', { name: 'Health, 2 errors', exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Collapse navigation' }).click();
  await expect(main.getByRole('link', { name: 'Health, 2 errors', exact: true })).toBeVisible();
  await expectAccessible(page);

  await main.getByRole('link', { name: 'Health, 2 errors', exact: true }).click();
  await page.getByRole('button', { name: 'Ignore: Nobody gets a variant of nobody.' }).click();
  await expect(main.getByRole('link', { name: 'Health, 1 error', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Delete rule' }).click();
  await expect(main.getByRole('link', { name: 'Health', exact: true })).toBeVisible();
});

test('a sound namespace has nothing to fix', async ({ page, management }) => {
  await management.createFlag({ key: 'banner', type: 'BOOLEAN_FLAG_TYPE' });
  await page.goto(`/#/namespaces/${management.namespaceKey}/health`);
  await expect(page.getByText('Nothing to fix.')).toBeVisible();
});

for (const theme of themes) {
  test(`15: the page of findings has no violations: ${theme}`, async ({ page, management }) => {
    await preferTheme(page, theme);
    await arrange(management);
    await page.goto(`/#/namespaces/${management.namespaceKey}/health`);
    await expect(page.getByText('Segment spare is not used.')).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 700 });
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);
  });
}
