import { type TokenFacts } from './token-facts';
import { shownTokens, type TokenView } from './token-list';

function facts(
  name: string,
  values: Partial<TokenFacts> & { expiresAt?: string; createdAt?: string } = {},
): TokenFacts {
  const { expiresAt, createdAt, ...rest } = values;
  return {
    token: { id: name, method: 'METHOD_TOKEN', expiresAt, createdAt, updatedAt: createdAt, metadata: {} },
    name,
    description: '',
    namespaceKey: undefined,
    role: '',
    state: 'never',
    isBootstrap: false,
    ...rest,
  };
}

const tokens = [
  facts('zeta', { state: 'soon', expiresAt: '2026-12-01T00:00:00Z', createdAt: '2026-01-01T00:00:00Z' }),
  facts('alpha', { namespaceKey: 'shop', createdAt: '2026-03-01T00:00:00Z' }),
  facts('mid', {
    description: 'for the Shop',
    state: 'expired',
    expiresAt: '2026-01-02T00:00:00Z',
    createdAt: '2026-02-01T00:00:00Z',
  }),
];

const everything: TokenView = {
  query: '',
  scope: undefined,
  state: undefined,
  column: 'name',
  isDescending: false,
};

function names(view: Partial<TokenView>): readonly string[] {
  return shownTokens(tokens, { ...everything, ...view }).map(({ name }) => name);
}

describe('shownTokens', () => {
  it('sorts by each column, what never expires last', () => {
    expect(names({})).toEqual(['alpha', 'mid', 'zeta']);
    expect(names({ isDescending: true })).toEqual(['zeta', 'mid', 'alpha']);
    expect(names({ column: 'created' })).toEqual(['zeta', 'mid', 'alpha']);
    expect(names({ column: 'expires' })).toEqual(['mid', 'zeta', 'alpha']);
    expect(names({ column: 'scope', isDescending: true })[0]).toBe('alpha');
  });

  it('searches name, description and scope without the case', () => {
    expect(names({ query: ' SHOP ' })).toEqual(['alpha', 'mid']);
  });

  it('filters by scope and by state', () => {
    expect(names({ scope: 'all' })).toEqual(['mid', 'zeta']);
    expect(names({ scope: 'only:shop' })).toEqual(['alpha']);
    expect(names({ state: 'expired' })).toEqual(['mid']);
  });
});
