import { type Token } from '@/api/types';
import { initialsOf, nameOf, personOf, secondNameOf } from './person';

const session = (
  metadata: Record<string, string>,
  method: Token['method'] = 'METHOD_OIDC',
  id = '1',
): Token => ({
  id,
  method,
  expiresAt: undefined,
  createdAt: undefined,
  updatedAt: undefined,
  metadata,
});

describe('nameOf', () => {
  it('takes the common key before the method’s own', () => {
    const metadata = { 'io.service.auth.name': 'Ada', 'io.service.auth.oidc.name': 'Augusta' };
    expect(nameOf(session(metadata))).toBe('Ada');
    expect(nameOf(session({ 'io.service.auth.oidc.name': 'Augusta' }))).toBe('Augusta');
  });

  it('falls back to login, e-mail, service account and "User"', () => {
    expect(nameOf(session({ 'io.service.auth.codehost.preferred_username': 'ada' }, 'METHOD_CODEHOST'))).toBe(
      'ada',
    );
    expect(nameOf(session({ 'io.service.auth.email': 'ada@example.org' }))).toBe('ada@example.org');
    const account = { 'io.service.auth.orchestrator.serviceaccount.name': 'deployer' };
    expect(nameOf(session(account, 'METHOD_ORCHESTRATOR'))).toBe('deployer');
    expect(nameOf(session({}))).toBe('User');
  });

  it('says the e-mail address beside the name, but not twice', () => {
    const metadata = { 'io.service.auth.name': 'Ada', 'io.service.auth.email': 'ada@example.org' };
    expect(secondNameOf(session(metadata))).toBe('ada@example.org');
    expect(secondNameOf(session({ 'io.service.auth.email': 'ada@example.org' }))).toBeUndefined();
  });
});

describe('initialsOf', () => {
  it('needs no picture', () => {
    expect(initialsOf('Ada Lovelace')).toBe('AL');
    expect(initialsOf('ada@example.org')).toBe('AE');
    expect(initialsOf('')).toBe('');
    expect(initialsOf('𝒜da')).toBe('𝒜');
  });
});

describe('personOf', () => {
  it('knows a person by the provider’s subject, not by the record of one sign-in', () => {
    const ada = { 'io.service.auth.oidc.sub': 'ada' };
    expect(personOf(session(ada, 'METHOD_OIDC', '1'))).toBe(personOf(session(ada, 'METHOD_OIDC', '2')));
    expect(personOf(session(ada))).not.toBe(personOf(session({ 'io.service.auth.oidc.sub': 'bob' })));
    const elsewhere = { ...ada, 'io.service.auth.oidc.provider': 'other' };
    expect(personOf(session(ada, 'METHOD_OIDC'))).not.toBe(personOf(session(elsewhere, 'METHOD_OIDC')));
  });
});
