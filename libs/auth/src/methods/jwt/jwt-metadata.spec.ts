import { metadataOfJwt } from './jwt-metadata';

/** What is there besides the claims themselves. */
function metadataBesideClaims(claims: object): object {
  const { 'io.service.auth.claims': text, ...others } = metadataOfJwt({ ...claims }, true, undefined);
  expect(JSON.parse(text ?? '')).toEqual(claims);
  return others;
}

describe('the metadata of a JWT', () => {
  it('has the issuer, and what the claim user says, the image as the picture', () => {
    const user = {
      email: 'ada@example.com',
      sub: '42',
      image: 'https://i',
      name: 'Ada',
      role: 'editor',
      age: 36,
    };
    expect(metadataBesideClaims({ iss: 'https://issuer', user })).toEqual({
      'io.service.auth.jwt.issuer': 'https://issuer',
      'io.service.auth.jwt.email': 'ada@example.com',
      'io.service.auth.jwt.sub': '42',
      'io.service.auth.jwt.picture': 'https://i',
      'io.service.auth.jwt.name': 'Ada',
      'io.service.auth.jwt.role': 'editor',
    });
  });

  it('has nothing of claims that mean nothing here', () => {
    expect(metadataBesideClaims({ sub: '42', email: 'a@b', name: 'Ada', role: 'admin', io: 1 })).toEqual({});
    for (const user of [null, 'Ada', ['Ada'], {}, { email: null }]) {
      expect(metadataBesideClaims({ user })).toEqual({});
    }
    expect(metadataBesideClaims({ iss: ['a'] })).toEqual({});
  });

  it('has claims that are called like our keys, in canonical spelling', () => {
    const claims = {
      'io.flipt.auth.office': 'Bern',
      'io.service.auth.team': 'web',
      'io.flipt.authority': 'mine',
      'io.flip': 'not ours',
    };
    expect(metadataBesideClaims(claims)).toEqual({
      'io.service.auth.office': 'Bern',
      'io.service.auth.team': 'web',
      'io.flipt.authority': 'mine',
    });
  });

  it('prefers the canonical spelling where both are there', () => {
    const team = { 'io.service.auth.team': 'web' };
    const alias = { 'io.flipt.auth.team': 'ops' };
    expect(metadataBesideClaims({ ...team, ...alias })).toEqual(team);
    expect(metadataBesideClaims({ ...alias, ...team })).toEqual(team);
  });

  it.each([
    ['text', 'text'],
    ['', ''],
    [17, '17'],
    [1e21, '1e+21'],
    [false, 'false'],
    [['a', 'b'], '["a","b"]'],
    [{ a: { b: 1 } }, '{"a":{"b":1}}'],
  ])('has %p as the text %s', (value, text) => {
    expect(metadataBesideClaims({ 'io.service.auth.team': value, user: { name: value } })).toEqual({
      'io.service.auth.team': text,
      'io.service.auth.jwt.name': text,
    });
  });

  it('has nothing of null', () => {
    expect(metadataBesideClaims({ 'io.service.auth.team': null })).toEqual({});
  });

  it('has the role that it is given, and none by a claim', () => {
    const claims = { 'io.service.auth.role': 'admin', 'io.flipt.auth.role': 'admin' };
    expect(metadataOfJwt(claims, true, 'viewer')).toMatchObject({ 'io.service.auth.role': 'viewer' });
    expect(metadataBesideClaims(claims)).toEqual({});
  });

  it('has the groups that it is given, and none by a claim', () => {
    const claims = { 'io.service.auth.groups': '["admins"]', 'io.flipt.auth.groups': '["admins"]' };
    expect(metadataOfJwt(claims, true, undefined, ['web'])).toMatchObject({
      'io.service.auth.groups': '["web"]',
    });
    expect(metadataBesideClaims(claims)).toEqual({});
  });

  it.each([
    'token.namespace',
    'orchestrator.namespace',
    'orchestrator.serviceaccount.name',
    'k8s.namespace',
    'oidc.email',
    'oidc.provider',
    'codehost.organizations',
    'github.email',
  ])('no claim sets %s, in either family', (key) => {
    expect(metadataBesideClaims({ [`io.service.auth.${key}`]: 'a', [`io.flipt.auth.${key}`]: 'b' })).toEqual(
      {},
    );
  });

  it('no claim replaces what is read from the claims themselves', () => {
    const claims = {
      iss: 'https://issuer',
      user: { role: 'viewer' },
      'io.service.auth.jwt.issuer': 'https://other',
      'io.flipt.auth.jwt.issuer': 'https://other',
      'io.flipt.auth.jwt.role': 'admin',
      'io.service.auth.claims': '{}',
      'io.flipt.auth.claims': '{}',
    };
    expect(metadataBesideClaims(claims)).toEqual({
      'io.service.auth.jwt.issuer': 'https://issuer',
      'io.service.auth.jwt.role': 'viewer',
    });
  });
});
