import { Management } from '../e2e/support/management';

/** Fills the default namespace with the flags of a shop that has something to show on every page. */
export async function arrangeShop(serverUrl: string): Promise<void> {
  const shop = new Management(serverUrl, 'default');
  await shop.call('POST', '/api/v1/namespaces', { key: 'staging', name: 'Staging' });
  await shop.createSegment({
    key: 'beta-users',
    name: 'Beta users',
    description: 'They asked to see it first',
  });
  await shop.createConstraint('beta-users', {
    type: 'STRING_COMPARISON_TYPE',
    property: 'country',
    operator: 'isoneof',
    value: '["DE","FR","NL"]',
  });
  await shop.createConstraint('beta-users', {
    type: 'NUMBER_COMPARISON_TYPE',
    property: 'age',
    operator: 'gte',
    value: '18',
  });
  await shop.createSegment({ key: 'staff', name: 'Staff', matchType: 'ANY_MATCH_TYPE' });
  await shop.createConstraint('staff', {
    type: 'STRING_COMPARISON_TYPE',
    property: 'email',
    operator: 'suffix',
    value: '@shop.example',
  });
  await shop.createFlag({
    key: 'checkout',
    name: 'New checkout',
    description: 'One page instead of five',
    metadata: { tags: ['shop', 'q4'], owner: 'ann' },
  });
  const blue = await shop.createVariant('checkout', { key: 'blue' });
  const green = await shop.createVariant('checkout', { key: 'green' });
  const red = await shop.createVariant('checkout', { key: 'red' });
  await shop.createRule('checkout', { rank: 1, segmentKeys: ['staff'], shares: { [green.id]: 100 } });
  await shop.createRule('checkout', {
    rank: 2,
    segmentKeys: ['beta-users'],
    shares: { [blue.id]: 50, [green.id]: 30, [red.id]: 20 },
  });
  await shop.createFlag({
    key: 'holiday-banner',
    name: 'Holiday banner',
    type: 'BOOLEAN_FLAG_TYPE',
    enabled: false,
    metadata: { tags: ['shop'] },
  });
  await shop.createRollout('holiday-banner', {
    rank: 1,
    segment: { segmentKeys: ['staff'], value: true },
  });
  await shop.createRollout('holiday-banner', { rank: 2, threshold: { percentage: 25, value: true } });
  await shop.createFlag({ key: 'dark-mode', name: 'Dark mode', type: 'BOOLEAN_FLAG_TYPE' });
  await shop.createFlag({ key: 'search-engine', name: 'Search engine', enabled: false });
  await shop.createVariant('search-engine', { key: 'new', attachment: '{"url":"https://search.example"}' });
}
