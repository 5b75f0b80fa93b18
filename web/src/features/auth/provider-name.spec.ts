import { providerName } from './provider-name';

describe('providerName', () => {
  it.each([
    ['gitlab', 'GitLab'],
    ['GitHub', 'GitHub'],
    ['auth0', 'Auth0'],
    ['acme', 'Acme'],
    ['acme-staff_login', 'Acme Staff Login'],
    ['constructor', 'Constructor'],
  ])('AU-2: spells %s as %s', (key, name) => {
    expect(providerName(key)).toBe(name);
  });
});
