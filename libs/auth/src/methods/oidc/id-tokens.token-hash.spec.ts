import { tokenHash } from './id-tokens';

describe('the hash in an ID token', () => {
  it('is that of OpenID Connect Core 1.0, appendix A.3', () => {
    expect(tokenHash('RS256', 'jHkWEdUXMU1BwAsC4vtUsZwnNvTIxEl0z9K3vx5KF0Y')).toBe('77QmUPtjPfzWtF2AnpK9RQ');
  });

  it.each([
    ['ES384', 32],
    ['PS512', 43],
    ['EdDSA', 43],
  ])('is as long as half of that of %s', (algorithm, length) => {
    expect(tokenHash(algorithm, 'text')).toHaveLength(length);
  });
});
