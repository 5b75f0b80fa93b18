import { inspect } from 'node:util';
import { InvalidValueError, type Kind, type Raw } from '../kinds/kind';
import { emailPattern } from './email-pattern';
import { memberRole } from './member-role';
import { origin } from './origin';
import { serviceAccount } from './service-account';
import { sessionDomain } from './session-domain';
import { signatureAlgorithms } from './signature-algorithms';

/** Returns the reason for which a kind refuses a value. */
function refusal(kind: Kind<unknown>, raw: Raw): string {
  try {
    kind.parse(raw);
  } catch (error) {
    if (error instanceof InvalidValueError) return error.message;
    throw error;
  }
  throw new Error(`${kind.type} accepts ${inspect(raw)}`);
}

test.each([
  ['http://localhost:8080', 'localhost'],
  ['https://Flags.Example.com/path', 'flags.example.com'],
  ['flags.example.com:443', 'flags.example.com'],
  ['.example.com', '.example.com'],
  ['127.0.0.1', '127.0.0.1'],
])('the domain of %s is %s', (given, expected) => {
  expect(sessionDomain.parse(given)).toBe(expected);
});

test.each(['a b', 'a;Secure', 'a;b', 'http://', '://', 'a,b', '[::1]:80', 'a\r\nb', '%'])(
  'the domain of %j is refused',
  (given) => {
    expect(refusal(sessionDomain, given)).toBe(
      'invalid domain: expected a host name such as flags.example.com',
    );
  },
);

test.each([
  ['https://a.io', 'https://a.io'],
  ['HTTPS://A.io:443', 'https://a.io'],
  ['http://localhost:3000', 'http://localhost:3000'],
])('the origin %s is %s to a browser', (given, expected) => {
  expect(origin.parse(given)).toBe(expected);
});

test.each([
  'a.io',
  'https://a.io/',
  'https://a.io/b',
  'https://a?b',
  'https://a#b',
  'https://b@a',
  '*',
  'null',
])('the origin %s is refused', (given) => {
  expect(refusal(origin, given)).toBe(`expected scheme://host[:port], got ${given}`);
});

test.each(['^.+@acme\\.io$', '[\\w.+-]+@acme\\.io', 'foo@acme.io', '^(a|b)@(?:x)$'])(
  '%s is a pattern',
  (given) => {
    expect(emailPattern.parse(given)).toBe(given);
  },
);

test.each([
  ['[', 'Unterminated character class'],
  ['a(', 'Unterminated group'],
  ['(?i)a', 'Invalid group'],
  ['\\Aa', 'Invalid escape'],
  ['[[:alpha:]]', 'Lone quantifier brackets'],
])('%s is no pattern', (given, cause) => {
  expect(refusal(emailPattern, given)).toBe(`failed compiling string for pattern: ${given}: ${cause}`);
});

test('algorithms are read in any case, and one at least is named', () => {
  expect(signatureAlgorithms.parse('eddsa, ps512  ES384')).toEqual(['EdDSA', 'PS512', 'ES384']);
  expect(refusal(signatureAlgorithms, [])).toBe('must name at least one algorithm');
  expect(refusal(signatureAlgorithms, 'RS1')).toMatch(/^expected one of RS256, RS384, /);
});

test.each(['HS256', 'hs384', 'HS512', 'none', 'None'])('the algorithm %s is refused', (given) => {
  expect(refusal(signatureAlgorithms, ['RS256', given])).toBe(
    'is refused: only signatures by a private key prove who signed',
  );
});

test.each(['default/app', '*/*', 'team-*/app.v1'])('%s names service accounts', (given) => {
  expect(serviceAccount.parse(given)).toBe(given);
});

test.each(['app', 'a/b/c', '/app', 'default/', 'A/b', 'system:serviceaccount:a:b'])(
  '%s names no service account',
  (given) => {
    expect(refusal(serviceAccount, given)).toBe(
      `expected namespace/name, with * for any characters, got ${given}`,
    );
  },
);

test.each([
  ['*=viewer', undefined, undefined, 'viewer'],
  ['acme=admin', 'acme', undefined, 'admin'],
  ['Acme-1/web=shop:editor', 'Acme-1', 'web', 'shop:editor'],
])('the role of members %s', (given, organization, team, role) => {
  expect(memberRole.parse(given)).toEqual({ organization, team, role });
});

test.each([
  '',
  'acme',
  'acme=',
  '=viewer',
  'acme=owner',
  'acme/=viewer',
  '/ops=admin',
  '*/ops=admin',
  'a/b/c=admin',
  'a=b=admin',
])('the role of members %j is refused', (given) => {
  expect(refusal(memberRole, given)).toBe(
    `expected organization=role, organization/team=role or *=role, with admin, editor or viewer, got ${given}`,
  );
});
