import { type Namespace } from '@/lib/model';
import { found, inSwitcherOrder } from './namespace-list';

const namespace = (key: string, name: string, description = ''): Namespace => ({
  key,
  name,
  description,
  protected: false,
  createdAt: '',
  updatedAt: '',
});

it('lists default first, then by name', () => {
  const namespaces = [namespace('b', 'Zeta'), namespace('a', 'alpha'), namespace('default', 'Default')];
  expect(inSwitcherOrder(namespaces).map(({ key }) => key)).toEqual(['default', 'a', 'b']);
});

it('searches name, key and description', () => {
  const one = namespace('prod-eu', 'Production', 'Frankfurt');
  expect(['EU', 'produc', ' frank '].map((query) => found(one, query))).toEqual([true, true, true]);
  expect(found(one, 'staging')).toBe(false);
});
