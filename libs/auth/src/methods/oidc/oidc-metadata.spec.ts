import { oidcMetadata } from './oidc-metadata';

/** Everything but the copy of the claims. */
function named(claims: Readonly<Record<string, unknown>>, role?: string): Readonly<Record<string, string>> {
  const metadata: Record<string, string> = { ...oidcMetadata('acme', claims, role) };
  delete metadata['io.service.auth.claims'];
  return metadata;
}

describe('the metadata of a login by OpenID Connect', () => {
  it('has the claims that have a key, three of them twice', () => {
    const claims = {
      email: 'e',
      email_verified: true,
      name: 'n',
      profile: 'r',
      picture: 'p',
      sub: 's',
      preferred_username: 'u',
      iss: 'i',
      groups: ['a'],
    };
    expect(named(claims)).toEqual({
      'io.service.auth.oidc.provider': 'acme',
      'io.service.auth.oidc.email': 'e',
      'io.service.auth.oidc.email_verified': 'true',
      'io.service.auth.oidc.name': 'n',
      'io.service.auth.oidc.profile': 'r',
      'io.service.auth.oidc.picture': 'p',
      'io.service.auth.oidc.sub': 's',
      'io.service.auth.oidc.preferred_username': 'u',
      'io.service.auth.email': 'e',
      'io.service.auth.name': 'n',
      'io.service.auth.picture': 'p',
    });
  });

  it('leaves out what is blank, or no text', () => {
    const claims = { email: '', name: ' ', picture: 5, sub: null, profile: ['x'] };
    expect(named(claims)).toEqual({ 'io.service.auth.oidc.provider': 'acme' });
  });

  it.each([
    [false, 'false'],
    ['false', 'false'],
    ['true', 'true'],
    [0, 'false'],
    ['maybe', 'false'],
    [null, undefined],
  ])('reads whether the address is verified, from text too: %p', (given, kept) => {
    expect(named({ email_verified: given })['io.service.auth.oidc.email_verified']).toBe(kept);
  });

  it('has the groups, each once: the first 200 that a policy can name', () => {
    const of = (groups: readonly string[]): unknown =>
      JSON.parse(oidcMetadata('acme', {}, undefined, groups)['io.service.auth.groups'] ?? 'null');
    const many = Array.from({ length: 300 }, (_, index) => `group ${index}`);
    expect(of(['a', 'g'.repeat(256), 'b', 'a'])).toEqual(['a', 'b']);
    expect(of(many)).toEqual(many.slice(0, 200));
    expect(of([])).toBeNull();
  });

  it('has all claims as JSON', () => {
    const claims = { sub: 's', groups: ['a', { b: 1 }] };
    expect(JSON.parse(oidcMetadata('acme', claims, undefined)['io.service.auth.claims'] ?? '')).toEqual(
      claims,
    );
  });

  it('takes no key from a claim', () => {
    const claims = {
      'io.service.auth.oidc.provider': 'globex',
      'io.service.auth.token.namespace': 'shop',
      'io.service.auth.role': 'admin',
      'io.flipt.auth.role': 'admin',
      role: 'admin',
      sub: 's',
    };
    const known = { 'io.service.auth.oidc.provider': 'acme', 'io.service.auth.oidc.sub': 's' };
    expect(named(claims)).toEqual(known);
    expect(named(claims, 'viewer')).toEqual({ ...known, 'io.service.auth.role': 'viewer' });
  });
});
