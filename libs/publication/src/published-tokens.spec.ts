import { anAuthentication } from '@pennon/testing';
import { ManifestError } from './object-fields';
import { parseTokens, type PublishedToken, writeTokens } from './published-tokens';

const tokens: readonly PublishedToken[] = [
  { tokenHash: 'hash of a', authentication: anAuthentication('a') },
  {
    tokenHash: 'hash of b',
    authentication: anAuthentication('b', { expiresAt: 9, metadata: { empty: '', 'io.service': 'ü' } }),
  },
];

/** The text of one token, changed. */
function textWith(change: (token: Record<string, unknown>, record: Record<string, unknown>) => void): string {
  const json = JSON.parse(writeTokens(tokens)) as { tokens: [{ authentication: Record<string, unknown> }] };
  const [token] = json.tokens;
  change(token, token.authentication);
  return JSON.stringify(json);
}

describe('the text of published tokens', () => {
  it.each([[[]], [tokens]])('says what they are', (some) => {
    expect(parseTokens(writeTokens(some))).toStrictEqual(some);
  });

  it.each([
    ['nothing', '', 'tokens are not JSON, or cut off'],
    ['a list', '[]', 'the manifest must be an object'],
    ['another thing', '{"tokens":{}}', 'tokens must be a list'],
  ])('that is %s is refused', (_, text, reason) => {
    expect(() => parseTokens(text)).toThrow(reason);
  });

  it.each<[string, unknown, string]>([
    ['method', 'jwt', 'method is unknown'],
    ['method', 'magic', 'method is unknown'],
    ['expiresAt', 'soon', 'expiresAt must be a whole number and not negative'],
    ['id', 7, 'id must be text'],
    ['metadata', { name: 7 }, 'metadata.name must be text'],
    ['metadata', undefined, 'metadata must be an object'],
  ])('whose %s is %j is refused', (name, value, reason) => {
    const text = textWith((_, record) => {
      record[name] = value;
    });
    expect(() => parseTokens(text)).toThrow(ManifestError);
    expect(() => parseTokens(text)).toThrow(`tokens[0].authentication.${reason}`);
  });

  it('without a hash is refused', () => {
    const text = textWith((token) => {
      delete token.tokenHash;
    });
    expect(() => parseTokens(text)).toThrow('tokens[0].tokenHash is missing');
  });
});
