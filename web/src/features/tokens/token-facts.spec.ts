import { type Token } from '@/api/types';
import { factsOf, stateOf } from './token-facts';

const now = new Date('2026-11-22T12:00:00Z');

describe('stateOf', () => {
  it.each([
    [undefined, 'never'],
    ['2026-11-22T11:59:59.999Z', 'expired'],
    ['2026-11-22T12:00:00Z', 'expired'],
    ['2026-11-22T12:00:00.001Z', 'soon'],
    ['2026-12-06T12:00:00Z', 'soon'],
    ['2026-12-06T12:00:00.001Z', 'valid'],
  ])('a token that expires at %s is %s', (expiresAt, state) => {
    expect(stateOf(expiresAt, now)).toBe(state);
  });
});

describe('factsOf', () => {
  const token: Token = {
    id: '1',
    method: 'METHOD_TOKEN',
    expiresAt: undefined,
    createdAt: '2026-11-01T00:00:00Z',
    updatedAt: '2026-11-01T00:00:00Z',
    metadata: {},
  };

  it('reads name, description, scope and role', () => {
    const metadata = {
      'io.service.auth.token.name': 'ci',
      'io.service.auth.token.description': 'of the pipeline',
      'io.service.auth.token.namespace': 'production',
      'io.service.auth.role': 'viewer',
    };
    expect(factsOf({ ...token, metadata }, now)).toMatchObject({
      name: 'ci',
      description: 'of the pipeline',
      namespaceKey: 'production',
      role: 'viewer',
      isBootstrap: false,
    });
  });

  it('takes a blank namespace for all of them, as the server does', () => {
    const metadata = { 'io.service.auth.token.namespace': '  ' };
    expect(factsOf({ ...token, metadata }, now).namespaceKey).toBeUndefined();
  });

  it('knows the bootstrap token', () => {
    const metadata = { 'io.service.auth.token.name': 'initial_bootstrap_token' };
    expect(factsOf({ ...token, metadata }, now).isBootstrap).toBe(true);
  });
});
