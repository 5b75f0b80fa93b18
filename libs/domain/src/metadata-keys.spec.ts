import { aliasKey, canonicalKey, canonicalMetadata, inAliases, withAliases } from './metadata-keys';

const pairs = [
  ['io.service.auth.token.name', 'io.flipt.auth.token.name'],
  ['io.service.auth.orchestrator.pod.name', 'io.flipt.auth.k8s.pod.name'],
  ['io.service.auth.codehost.sub', 'io.flipt.auth.github.sub'],
  ['io.service.auth.oidc.email', 'io.flipt.auth.oidc.email'],
  ['io.service.auth.role', 'io.flipt.auth.role'],
] as const;

describe('the two spellings of a key', () => {
  it.each(pairs)('are each other’s: %s and %s', (canonical, alias) => {
    expect(canonicalKey(alias)).toBe(canonical);
    expect(canonicalKey(canonical)).toBe(canonical);
    expect(aliasKey(canonical)).toBe(alias);
  });

  it.each(['team', 'io.service.authority', 'io.flipt.authority', 'orchestrator.pod.name', ''])(
    'are one for a key of somebody else: %p',
    (key) => {
      expect(canonicalKey(key)).toBe(key);
      expect(aliasKey(key)).toBeUndefined();
    },
  );
});

describe('metadata', () => {
  it('is kept in canonical spelling, whose value beats the alias in either order', () => {
    const canonical = { team: 'web', 'io.service.auth.role': 'viewer' };
    const alias = { 'io.flipt.auth.role': 'admin', 'io.flipt.auth.k8s.namespace': 'shop' };
    const kept = { ...canonical, 'io.service.auth.orchestrator.namespace': 'shop' };
    expect(canonicalMetadata({ ...canonical, ...alias })).toEqual(kept);
    expect(canonicalMetadata({ ...alias, ...canonical })).toEqual(kept);
  });

  it('is shown in Flipt’s spelling alone', () => {
    const metadata = { team: 'web', 'io.service.auth.orchestrator.namespace': 'shop' };
    expect(inAliases(metadata)).toEqual({ team: 'web', 'io.flipt.auth.k8s.namespace': 'shop' });
  });

  it('is shown in both spellings, sorted', () => {
    const shown = withAliases({ team: 'web', 'io.service.auth.codehost.name': 'Ada' });
    expect(Object.entries(shown)).toEqual([
      ['io.flipt.auth.github.name', 'Ada'],
      ['io.service.auth.codehost.name', 'Ada'],
      ['team', 'web'],
    ]);
  });
});
