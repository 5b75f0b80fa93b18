import { type AuthenticationMetadata, type AuthenticationMethod } from '@pennon/domain';
import { anAuthentication } from '@pennon/testing';
import { fliptAuth } from '@pennon/api';
import { create } from '@bufbuild/protobuf';
import { aCall } from '../../../../../test/support/fake-call';
import { EmailPolicy } from './email-policy';

const { getAuthenticationSelf } = fliptAuth.AuthenticationService.method;

function withEmail(email: string, verified?: string): AuthenticationMetadata {
  return {
    'io.service.auth.oidc.email': email,
    ...(verified !== undefined && { 'io.service.auth.oidc.email_verified': verified }),
  };
}

describe('the list of email addresses (12.3 email)', () => {
  const policy = new EmailPolicy(['^ada@acme\\.example$', '^.*@globex\\.example$']);

  it.each(['ada@acme.example', 'hank@globex.example'])('lets in whom a pattern matches: %s', (email) => {
    expect(policy.allows(withEmail(email))).toBe(true);
    expect(policy.allows(withEmail(email, 'true'))).toBe(true);
  });

  it.each(['grace@acme.example', 'xada@acme.example', 'ada@acme.example.evil', 'Ada@acme.example', ''])(
    'lets in nobody else: %s',
    (email) => {
      expect(policy.allows(withEmail(email))).toBe(false);
    },
  );

  it('lets in nobody without an address, nor by the common copy of it', () => {
    expect(policy.allows({})).toBe(false);
    expect(policy.allows({ 'io.service.auth.email': 'ada@acme.example' })).toBe(false);
    expect(policy.allows({ 'io.flipt.auth.oidc.email': 'ada@acme.example' })).toBe(false);
  });

  it('13.2 #23: lets in nobody by an address that is not verified', () => {
    expect(policy.allows(withEmail('ada@acme.example', 'false'))).toBe(false);
  });

  it('5.5: is not anchored unless the operator anchors it', () => {
    expect(new EmailPolicy(['foo@acme.io']).allows(withEmail('xfoo@acme.iox'))).toBe(true);
  });

  it('13.2 #22: looks at no more than an address can be long', () => {
    const began = performance.now();
    const slow = new EmailPolicy(['^(a|aa)*$']);
    expect(slow.allows(withEmail('a'.repeat(100_000)))).toBe(false);
    expect(performance.now() - began).toBeLessThan(1_000);
  });

  it('lets everybody in when there is none', () => {
    expect(new EmailPolicy([]).allows({})).toBe(true);
  });

  function check(method: AuthenticationMethod, metadata: AuthenticationMetadata): void {
    const identity =
      method === 'jwt'
        ? ({ id: '', method, metadata } as const)
        : anAuthentication('a', { method, metadata });
    policy.check({
      method: getAuthenticationSelf,
      request: create(getAuthenticationSelf.input),
      call: aCall(),
      identity,
    });
  }

  it('5.5: is asked about every call of a session', () => {
    check('oidc', withEmail('ada@acme.example'));
    expect(() => {
      check('oidc', withEmail('grace@acme.example'));
    }).toThrow('request was not authenticated');
  });

  it.each(['token', 'codehost', 'orchestrator', 'jwt'] as const)('does not concern %s', (method) => {
    check(method, {});
  });
});
