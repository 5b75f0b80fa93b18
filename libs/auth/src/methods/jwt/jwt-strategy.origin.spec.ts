import { checkOrigin } from './jwt-strategy';

const open = { issuer: undefined, subject: undefined, audiences: [] };
const strict = {
  issuer: ['https://issuer', 'https://issuer/v2.0'],
  subject: 'me',
  audiences: ['flags', 'toggles'],
};
const good = { iss: 'https://issuer', sub: 'me', aud: ['other', 'flags'] };

describe('where a token comes from (12.3 JWT)', () => {
  it('does not matter unless the operator says so', () => {
    expect(() => {
      checkOrigin({}, open);
    }).not.toThrow();
  });

  it('is as the operator says', () => {
    for (const iss of strict.issuer) {
      expect(() => {
        checkOrigin({ ...good, iss }, strict);
      }).not.toThrow();
    }
    for (const aud of ['flags', 'toggles', ['other', 'flags']]) {
      expect(() => {
        checkOrigin({ ...good, aud }, strict);
      }).not.toThrow();
    }
  });

  it.each([
    ['issuer', { iss: 'https://issuer/' }],
    ['issuer', { iss: undefined }],
    ['issuer', { iss: ['https://issuer'] }],
    ['subject', { sub: 'ME' }],
    ['subject', { sub: undefined }],
    ['audience', { aud: 'other' }],
    ['audience', { aud: undefined }],
    ['audience', { aud: [] }],
  ])('another %s is refused: %p', (claim, change) => {
    expect(() => {
      checkOrigin({ ...good, ...change }, strict);
    }).toThrow(claim);
  });
});
