import { type AuthenticationMetadata, type AuthenticationMethod } from '@pennon/domain';
import { anAuthentication } from '@pennon/testing';
import { fliptAuth } from '@pennon/proto';
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

  it('lets in nobody by an address that is not verified', () => {
    expect(policy.allows(withEmail('ada@acme.example', 'false'))).toBe(false);
  });

  it('is not anchored unless the operator anchors it', () => {
    expect(new EmailPolicy(['foo@acme.io']).allows(withEmail('xfoo@acme.iox'))).toBe(true);
  });

  it('looks at no more than an address can be long', () => {
    expect(new EmailPolicy(['^(a|aa)*@acme$']).allows(withEmail(`${'a'.repeat(400)}@acme`))).toBe(false);
  });

  it.each([
    ['(?i)^.*@example\\.com$', 'Jane@EXAMPLE.com'],
    ['^[[:alpha:].]+@example\\.com$', 'Jane.Doe@example.com'],
    ['\\A\\pL+@example\\.com\\z', 'Zoë@example.com'],
  ])('reads patterns as RE2 does: %s', (pattern, email) => {
    expect(new EmailPolicy([pattern]).allows(withEmail(email))).toBe(true);
    expect(new EmailPolicy([pattern]).allows(withEmail(`${email}\n`))).toBe(false);
  });

  it.each([
    ['^[^@]+@example\\.com$', 'Jane.Doe@Example.COM'],
    ['^[^@]+@Example\\.com$', 'jane@example.COM'],
    ['^[^@]+@my\\-Example\\.com$', 'jane@MY-example.com'],
    ['^jane@(example|acme)\\.com$', 'jane@ACME.com'],
    ['^JANE@example\\.com$', 'JANE@EXAMPLE.COM'],
  ])('compares domains without case: %s lets in %s', (pattern, email) => {
    expect(new EmailPolicy([pattern]).allows(withEmail(email))).toBe(true);
  });

  it.each([
    ['^jane@example\\.com$', 'Jane@example.com'],
    ['^[^@]+@kelvin\\.com$', 'jane@\u212Aelvin.com'],
    ['^[^@]+@example\\.com$', 'jane@example.com@evil.test'],
    ['^[^@]+@example\\.com$', 'jane@evil.test'],
  ])('compares nothing else without case: %s keeps out %s', (pattern, email) => {
    expect(new EmailPolicy([pattern]).allows(withEmail(email))).toBe(false);
  });

  it('keeps the event loop free, whatever the pattern and the address', async () => {
    const nested = [
      '^([a-z0-9]+[.]?)+@acme\\.test$',
      '^(a|aa)+@acme\\.test$',
      '^(([a-z])+.)+[A-Z]([a-z])+@acme\\.test$',
      '(.*a){12}@acme\\.test$',
    ];
    const policy = new EmailPolicy(nested);
    const strings = Array.from({ length: 200 }, (_, length) => `${'a'.repeat(length)}!@acme.test`);
    let turns = 0;
    for (const email of strings) {
      expect(policy.allows(withEmail(email))).toBe(false);
      await new Promise((resolve) => setImmediate(resolve));
      turns++;
    }
    expect(turns).toBe(strings.length);
    expect(policy.allows(withEmail('maximilian.alexander@acme.test'))).toBe(true);
  });

  it('lets everybody in when there is none', () => {
    expect(new EmailPolicy([]).allows({})).toBe(true);
  });

  function check(method: AuthenticationMethod, metadata: AuthenticationMetadata): void {
    const identity =
      method === 'jwt'
        ? ({ id: '', method, subject: 'ada', isProgram: true, metadata } as const)
        : anAuthentication('a', { method, metadata });
    policy.check({
      method: getAuthenticationSelf,
      request: create(getAuthenticationSelf.input),
      call: aCall(),
      identity,
    });
  }

  it('is asked about every call of a session', () => {
    check('oidc', withEmail('ada@acme.example'));
    expect(() => {
      check('oidc', withEmail('grace@acme.example'));
    }).toThrow('request was not authenticated');
  });

  it.each(['token', 'codehost', 'orchestrator', 'jwt'] as const)('does not concern %s', (method) => {
    check(method, {});
  });
});
