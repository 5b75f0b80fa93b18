import { type Namespace } from '@/lib/model';
import { chooseNamespace, namespacePath } from './choose-namespace';

const listed = (...keys: string[]): Namespace[] =>
  keys.map((key) => ({ key, name: key, description: '', protected: false, createdAt: '', updatedAt: '' }));

describe('chooseNamespace', () => {
  it('prefers the last used, then default, then the first that is listed', () => {
    expect(chooseNamespace(listed('a', 'default', 'z'), 'z')).toBe('z');
    expect(chooseNamespace(listed('a', 'default', 'z'), 'gone')).toBe('default');
    expect(chooseNamespace(listed('a', 'z'), '')).toBe('a');
  });

  it('knows when there is none', () => {
    expect(chooseNamespace([], 'gone')).toBeUndefined();
  });

  it('keeps to the last used where the list cannot be read', () => {
    expect(chooseNamespace(undefined, 'mine')).toBe('mine');
    expect(chooseNamespace(undefined, '')).toBeUndefined();
  });
});

describe('namespacePath', () => {
  it('encodes every segment', () => {
    expect(namespacePath('a/b', 'flags', 'x y')).toBe('/namespaces/a%2Fb/flags/x%20y');
  });
});
