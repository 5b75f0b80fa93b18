import { QueryObserver } from '@tanstack/react-query';
import { flagQuery } from '@/api/flags';
import { createQueryClient } from '@/api/query-client';
import { segmentQuery } from '@/api/segments';
import { planSegmentUpdate } from '@/lib/plan';
import { SaveScene } from '../../tests/support/save-scene';
import { inTurn } from './scopes';
import { shownFlag, shownSegment } from './shown';

const scene = new SaveScene('shown');
const { namespaceKey, server } = scene;
const client = createQueryClient();

/** Shows a flag on a page, until the returned function is called. */
async function show(key: string): Promise<() => void> {
  const leave = new QueryObserver(client, flagQuery(namespaceKey, key)).subscribe(() => undefined);
  await client.query(flagQuery(namespaceKey, key));
  return leave;
}

const named = { name: 'Theirs' };

test('a change is made from the flag as the page shows it, and of the revision of that', async () => {
  const { base } = await scene.newFlag('checkout');
  const leave = await show('checkout');
  await scene.elsewhere('checkout', named);
  expect(await shownFlag(client, namespaceKey, 'checkout')).toMatchObject({ base, name: 'First' });
  leave();
});

test('what shows as saved before it is, and what no page shows, is read again', async () => {
  await scene.newFlag('search');
  const leave = await show('search');
  await scene.elsewhere('search', named);
  const { queryKey } = flagQuery(namespaceKey, 'search');
  client.setQueryData(queryKey, (shown) => shown && { ...shown, base: undefined });
  const stored = { base: await scene.revision(), ...named };
  expect(await shownFlag(client, namespaceKey, 'search')).toMatchObject(stored);
  leave();
  await scene.elsewhere('search', { name: 'Later' });
  expect(await shownFlag(client, namespaceKey, 'search')).toMatchObject({ name: 'Later' });
});

test('what this tab is saving is waited for', async () => {
  await scene.newFlag('payments');
  const saving = inTurn(namespaceKey, () => scene.elsewhere('payments', { name: 'Saved' }));
  expect(await shownFlag(client, namespaceKey, 'payments')).toMatchObject({ name: 'Saved' });
  await saving;
  const failing = inTurn(namespaceKey, () => Promise.reject(new Error('refused')));
  expect(await shownFlag(client, namespaceKey, 'payments')).toMatchObject({ name: 'Saved' });
  await expect(failing).rejects.toThrow('refused');
});

test('the same holds of segments', async () => {
  const segment = await scene.newSegment('beta');
  const query = segmentQuery(namespaceKey, 'beta');
  const leave = new QueryObserver(client, query).subscribe(() => undefined);
  await client.query(query);
  await server.run(planSegmentUpdate(segment, { ...segment, ...named }));
  const { base } = segment;
  expect(await shownSegment(client, namespaceKey, 'beta')).toMatchObject({ base, name: 'First' });
  client.setQueryData(query.queryKey, (shown) => shown && { ...shown, base: undefined });
  expect(await shownSegment(client, namespaceKey, 'beta')).toMatchObject(named);
  leave();
});
