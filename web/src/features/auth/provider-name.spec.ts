import { providerName } from './provider-name';

describe('providerName', () => {
  it.each([
    ['gitlab', 'GitLab'],
    ['GitHub', 'GitHub'],
    ['auth0', 'Auth0'],
    ['acme', 'Acme'],
    ['acme-staff_login', 'Acme Staff Login'],
    ['constructor', 'Constructor'],
  ])('spells %s as %s', (key, name) => {
    expect(providerName(key)).toBe(name);
  });
});
