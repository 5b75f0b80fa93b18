import { InvalidArgumentError } from '@pennon/domain';
import { challengeOf, chosenState, hashOfState, newLoginSecrets, newState } from './login-secrets';

function membersOf(state: string): unknown {
  return JSON.parse(Buffer.from(state, 'base64url').toString());
}

describe('the state of a login in a browser', () => {
  it('holds 64 random bytes and what the page gave, in base64url with padding', () => {
    const state = newState('/flags?a="ü"');
    expect(state).toMatch(/^[\w-]+={0,2}$/);
    expect(state.length % 4).toBe(0);
    expect(membersOf(state)).toEqual({
      security_token: expect.stringMatching(/^[\w-]{86}==$/),
      original_state: '/flags?a="ü"',
    });
  });

  it('is another one each time', () => {
    expect(new Set(Array.from({ length: 1000 }, () => newState(''))).size).toBe(1000);
  });

  it('fits into a cookie, or is refused', () => {
    expect(newState('x'.repeat(510)).length).toBeLessThan(1024);
    for (const text of ['x'.repeat(511), '\u0001'.repeat(86), 'ü'.repeat(256)]) {
      expect(() => newState(text)).toThrow(InvalidArgumentError);
    }
  });
});

describe('the state of a login by a program', () => {
  it('is the one that it has chosen', () => {
    expect(chosenState(' mine ')).toBe(' mine ');
  });

  it.each(['', ' ', '\t'])('is a new one for %j', (text) => {
    expect(membersOf(chosenState(text))).toMatchObject({ original_state: '' });
  });

  it('is bounded', () => {
    expect(chosenState('x'.repeat(2048))).toHaveLength(2048);
    expect(() => chosenState('x'.repeat(2049))).toThrow(
      'invalid field state: must not be longer than 2048 bytes',
    );
  });
});

describe('the secrets of a login', () => {
  it('are new with every login and differ from each other', () => {
    const all = Array.from({ length: 100 }, () => newLoginSecrets('state'));
    const values = all.flatMap(({ nonce, codeVerifier }) => [nonce, codeVerifier]);
    expect(new Set(values).size).toBe(200);
    expect(values.every((value) => /^[\w-]{43}$/.test(value))).toBe(true);
  });

  it('are told to the provider as RFC 7636 says', () => {
    expect(challengeOf('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')).toBe(
      'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    );
  });

  it('are found by the hash of the state', () => {
    expect(hashOfState('foo')).toBe('LCa0a2j_xo_5m0U8HTBBNBNCLXBkg7-g-YpeiGJm564');
  });
});
