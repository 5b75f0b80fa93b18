import { anAuthentication } from '@pennon/testing';
import { type AuthenticationMetadata, type StoredMethod } from '@pennon/domain';
import { subjectOf } from './subject';

const own = 'io.service.auth.';

function subjectAt(
  method: StoredMethod | 'jwt',
  metadata: AuthenticationMetadata,
  id = 'id',
): string | undefined {
  return subjectOf({ ...anAuthentication(id), method, metadata });
}

function claiming(claims: object): AuthenticationMetadata {
  return { [`${own}claims`]: JSON.stringify(claims) };
}

const account = { [`${own}codehost.host`]: 'code.example', [`${own}codehost.sub`]: '7' };
const workload = {
  [`${own}orchestrator.issuer`]: 'https://cluster.example',
  [`${own}orchestrator.namespace`]: 'shop',
  [`${own}orchestrator.serviceaccount.name`]: 'checkout',
};

it('is a SHA-256', () => {
  expect(subjectAt('token', {})).toMatch(/^[0-9a-f]{64}$/);
});

describe('the same subject have', () => {
  it.each([
    [
      'two sessions with other names',
      'oidc',
      { iss: 'a', sub: 'b' },
      'oidc',
      { iss: 'a', sub: 'b', name: 'c' },
    ],
    ['an ID token and another token', 'oidc', { iss: 'a', sub: 'b' }, 'jwt', { iss: 'a', sub: 'b' }],
    [
      'both spellings of one issuer',
      ...(['oidc', { iss: 'accounts.google.com', sub: '1' }] as const),
      ...(['oidc', { iss: 'https://accounts.google.com', sub: '1' }] as const),
    ],
  ] as const)('%s', (_name, method, claims, otherMethod, otherClaims) => {
    expect(subjectAt(method, claiming(claims), '1')).toBe(subjectAt(otherMethod, claiming(otherClaims), '2'));
  });

  it('two sessions of an account of a code host, and two pods of a service account', () => {
    const renamed = { ...account, [`${own}codehost.email`]: 'x@x.example' };
    expect(subjectAt('codehost', account, '1')).toBe(subjectAt('codehost', renamed, '2'));
    const pod = { ...workload, [`${own}orchestrator.pod.name`]: 'checkout-2' };
    expect(subjectAt('orchestrator', workload, '1')).toBe(subjectAt('orchestrator', pod, '2'));
  });
});

it('tells all other accounts apart', () => {
  const subjects = [
    ...['1', '2'].map((id) => subjectAt('token', {}, id)),
    ...[
      { iss: 'a', sub: 'bc' },
      { iss: 'ab', sub: 'c' },
      { iss: 'a', sub: 'BC' },
      { iss: '', sub: '["a","bc"]' },
      { sub: 'a' },
      { sub: 'code.example' },
    ].map((claims) => subjectAt('oidc', claiming(claims))),
    subjectAt('codehost', account),
    subjectAt('codehost', { ...account, [`${own}codehost.host`]: 'code.example:8443' }),
    subjectAt('codehost', { ...account, [`${own}codehost.sub`]: '70' }),
    subjectAt('orchestrator', workload),
    subjectAt('orchestrator', { ...workload, [`${own}orchestrator.namespace`]: 'shop2' }),
    subjectAt('orchestrator', { ...workload, [`${own}orchestrator.issuer`]: 'https://other.example' }),
  ];
  expect(subjects).not.toContain(undefined);
  expect(new Set(subjects).size).toBe(subjects.length);
});

it.each([
  ['a token without a subject', 'jwt', claiming({ iss: 'a' })],
  ['a token with an empty one', 'jwt', claiming({ iss: 'a', sub: '' })],
  ['a token with a number for one', 'jwt', claiming({ iss: 'a', sub: 7 })],
  ['a session without claims', 'oidc', {}],
  ['a session without the host of its account', 'codehost', { [`${own}codehost.sub`]: '7' }],
  ['a session without an account', 'codehost', { [`${own}codehost.host`]: 'code.example' }],
  ['a workload without its cluster', 'orchestrator', { ...workload, [`${own}orchestrator.issuer`]: '' }],
  [
    'a workload without a name',
    'orchestrator',
    { ...workload, [`${own}orchestrator.serviceaccount.name`]: '' },
  ],
] as const)('is unknown for %s', (_name, method, metadata) => {
  expect(subjectAt(method, metadata)).toBeUndefined();
});
