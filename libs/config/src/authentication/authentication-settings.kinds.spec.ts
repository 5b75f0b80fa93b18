import { inspect } from 'node:util';
import { InvalidValueError, type Kind, type Raw } from '../kinds/kind';
import { emailPattern } from './methods/oidc';
import { signatureAlgorithms } from '../kinds/signature-algorithms';
import { origin } from '../kinds/address';
import { groupRole, memberRole, serviceAccountRole, serviceAccount } from './parts/role-rule';
import { sessionDomain } from './authentication-settings';

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

test.each([
  '^.+@acme\\.io$',
  '[\\w.+-]+@acme\\.io',
  'foo@acme.io',
  '^(a|b)@(?:x)$',
  '(?i)^.*@example\\.com$',
  '^(?i:jane)@acme\\.io$',
  '\\A[[:alpha:]]+@acme\\.io\\z',
  '^(?P<name>\\pL+)@acme\\.io$',
  '^([a-z0-9]+[.]?)+@acme\\.io$',
])('%s is a pattern', (given) => {
  expect(emailPattern.parse(given)).toBe(given);
});

test.each([
  ['[', 'missing closing ]: `[`'],
  ['a(', 'missing closing ): `a(`'],
  ['(?=a)', 'invalid or unsupported Perl syntax: `(?=`'],
  ['(a)\\1', 'invalid escape sequence: `\\1`'],
  ['a**', 'invalid nested repetition operator: `**`'],
])('%s is no pattern', (given, cause) => {
  expect(refusal(emailPattern, given)).toBe(
    `failed compiling string for pattern: ${given}: error parsing regexp: ${cause}`,
  );
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
  [memberRole, '*=viewer', '*', 'viewer'],
  [memberRole, 'acme=admin', 'acme', 'admin'],
  [memberRole, 'Acme-1/web=shop:editor', 'Acme-1/web', 'shop:editor'],
  [serviceAccountRole, 'shop/checkout=viewer', 'shop/checkout', 'viewer'],
  [serviceAccountRole, 'flags/reader=counter', 'flags/reader', 'counter'],
  [serviceAccountRole, 'flags/bot=shop:approver', 'flags/bot', 'shop:approver'],
  [serviceAccountRole, 'shop-*/*=shop:admin', 'shop-*/*', 'shop:admin'],
  [groupRole, 'flag-admins=admin', 'flag-admins', 'admin'],
  [groupRole, 'CN=Flag Admins,DC=example=shop:editor', 'CN=Flag Admins,DC=example', 'shop:editor'],
  [groupRole, '/team/ops=editor', '/team/ops', 'editor'],
  [groupRole, '*=viewer', '*', 'viewer'],
] as const)('the %p %s', (kind, given, subject, role) => {
  expect(kind.parse(given)).toEqual({ subject, role });
});

test.each([
  '',
  'acme',
  'acme=',
  '=viewer',
  'acme=owner',
  'acme=Admin',
  'acme=shop:counter',
  'acme=admin,viewer',
  'acme/=viewer',
  '/ops=admin',
  '*/ops=admin',
  'a/b/c=admin',
  'a=b=admin',
])('the role of members %j is refused', (given) => {
  expect(refusal(memberRole, given)).toBe(
    'expected organization=role, organization/team=role or *=role, with admin, editor, viewer, approver or counter, ' +
      `got ${given}`,
  );
});

test.each([
  'checkout=viewer',
  '*=viewer',
  'shop/checkout',
  'shop/checkout=',
  'a/b/c=viewer',
  'Shop/a=viewer',
])('the role of service accounts %j is refused', (given) => {
  expect(refusal(serviceAccountRole, given)).toBe(
    `expected namespace/serviceaccount=role, with admin, editor, viewer, approver or counter, got ${given}`,
  );
});

test('what is often written for service accounts and is none of them is told', () => {
  const form = 'expected namespace/name, with * for any characters';
  const underscore = 'names in Kubernetes have no underscore';
  const several = 'separate several by spaces, or write a YAML list';
  expect(refusal(serviceAccount, 'shop/check_out')).toBe(`${form}; ${underscore}, got shop/check_out`);
  expect(refusal(serviceAccount, 'a/b,c/d')).toBe(`${form}; ${several}, got a/b,c/d`);
  expect(refusal(serviceAccountRole, 'a/default_viewer=viewer')).toContain(`; ${underscore}, got `);
  expect(refusal(serviceAccountRole, 'a/b=viewer,c/d=admin')).toContain(`; ${several}, got `);
});

test.each(['admins', '=admin', ' =admin', 'team-*=admin', '**=admin', 'admins=owner'])(
  'the role of groups %j is refused',
  (given) => {
    expect(refusal(groupRole, given)).toBe(
      `expected group=role or *=role, with admin, editor, viewer, approver or counter, got ${given}`,
    );
  },
);
