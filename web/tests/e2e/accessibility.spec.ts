import { expectAccessible } from './support/accessibility';
import { type Management } from './support/management';
import { expect, test } from './support/test';
import { themes } from './support/theme';

test.use({
  serverSettings: {
    PENNON_AUTHENTICATION_METHODS_TOKEN_ENABLED: 'true',
    PENNON_ANALYTICS_ENABLED: 'true',
  },
});

test.setTimeout(400_000);

const widths = [1280, 320] as const;

/** Every page but the login, which has tests of its own, and every drawer, by its place behind `#`. */
function places(namespace: string, { constraintId, rolloutId }: Arranged): readonly string[] {
  const ns = `/namespaces/${namespace}`;
  return [
    '/onboarding',
    '/support',
    '/support/api',
    '/settings',
    '/settings/namespaces',
    '/settings/namespaces?namespace=new',
    `/settings/namespaces?namespace=${namespace}`,
    '/settings/tokens',
    '/settings/tokens?token=new',
    '/settings/tokens?tab=sessions',
    '/settings/server',
    `/compare?left=default&right=${namespace}`,
    '/nowhere',
    `${ns}/flags`,
    `${ns}/flags/new`,
    `${ns}/flags/colour`,
    `${ns}/flags/colour?variant=new`,
    `${ns}/flags/colour?variant=blue`,
    `${ns}/flags/colour?rule=new`,
    `${ns}/flags/colour/analytics`,
    `${ns}/flags/colour/code`,
    `${ns}/flags/colour/history`,
    `${ns}/flags/banner`,
    `${ns}/flags/banner?rollout=new`,
    `${ns}/flags/banner?rollout=${rolloutId}`,
    `${ns}/segments`,
    `${ns}/segments/new`,
    `${ns}/segments/adults`,
    `${ns}/segments/adults?constraint=new`,
    `${ns}/segments/adults?constraint=${constraintId}`,
    `${ns}/console`,
    `${ns}/console/colour`,
    `${ns}/console/colour?mode=all`,
    `${ns}/console/colour?mode=compare`,
    `${ns}/health`,
    `${ns}/activity`,
  ];
}

interface Arranged {
  readonly constraintId: string;
  readonly rolloutId: string;
}

async function arrange(management: Management): Promise<Arranged> {
  await management.createSegment({ key: 'adults', description: 'Who may buy.' });
  const constraint = await management.createConstraint('adults', {
    type: 'NUMBER_COMPARISON_TYPE',
    property: 'age',
    operator: 'gte',
    value: '18',
  });
  await management.createSegment({ key: 'unused' });
  await management.createFlag({ key: 'colour', metadata: { tags: ['shop'], owner: 'ann' } });
  const blue = await management.createVariant('colour', { key: 'blue', attachment: '{"hex": "#00f"}' });
  const green = await management.createVariant('colour', { key: 'green' });
  const shares = { [blue.id]: 50, [green.id]: 30 };
  await management.createRule('colour', { rank: 1, segmentKeys: ['adults'], shares });
  await management.createFlag({ key: 'banner', type: 'BOOLEAN_FLAG_TYPE', enabled: false });
  const rollout = await management.createRollout('banner', {
    rank: 1,
    threshold: { percentage: 25, value: true },
  });
  return { constraintId: constraint.id, rolloutId: rollout.id };
}

test('text of the very colour that is behind it does not pass for accessible', async ({ page }) => {
  const textOf = (colour: string) =>
    page.setContent(
      `<html lang="en"><title>t</title><main><h1>Title</h1><p style="color: ${colour}; background: white">Text</p></main>`,
    );
  await textOf('black');
  await expectAccessible(page);
  await textOf('white');
  await expect(expectAccessible(page)).rejects.toThrow('color-contrast');
});

for (const theme of themes) {
  test(`axe finds nothing on any page or drawer, wide or narrow: ${theme}`, async ({ page, management }) => {
    const arranged = await arrange(management);
    const notFound = page.getByRole('heading', { name: 'Not found' });
    await page.emulateMedia({ colorScheme: theme });
    for (const place of places(management.namespaceKey, arranged)) {
      await test.step(place, async () => {
        // The page before has a heading as well, and stays until this one is there: this one is known.
        await page.goto('/#/nowhere');
        await expect(notFound).toBeVisible();
        await page.goto(`/#${place}`);
        await expect(notFound).toHaveCount(place === '/nowhere' ? 1 : 0);
        for (const width of widths) {
          await page.setViewportSize({ width, height: 800 });
          await expect(page.getByRole('heading').first()).toBeVisible();
          if (/=(new|blue|[0-9a-f-]{36})$|\?namespace=/.test(place)) {
            await expect(page.getByRole('dialog')).toBeVisible();
          }
          await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
          await expectAccessible(page);
        }
      });
    }
  });
}
