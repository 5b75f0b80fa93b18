import { InvalidArgumentError } from '@pennon/domain';
import fc from 'fast-check';
import { limitedPageRequest, nextPageToken, pageRequest } from './page-token';

/** A token of the reference server: key `b`, offset 2. */
const EXAMPLE = 'eyJrZXkiOiJiIiwib2Zmc2V0IjoyfQ==';

function tokenOf(json: string): string {
  return Buffer.from(json).toString('base64');
}

describe('a page token', () => {
  it('is the one of the reference server', () => {
    expect(nextPageToken({ key: 'b', offset: 2 })).toBe(EXAMPLE);
    expect(pageRequest({ limit: 10, pageToken: EXAMPLE })).toEqual({ limit: 10, offset: 2 });
  });

  it('is empty when there is no next page', () => {
    expect(nextPageToken(undefined)).toBe('');
  });

  it('leads to the offset it was made for, whatever the key', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(), (key, offset) => {
        const pageToken = nextPageToken({ key, offset });
        expect(pageRequest({ limit: 1, pageToken })).toEqual({ limit: 1, offset });
      }),
    );
  });

  it.each([
    ['{"offset":3}', 3],
    ['{"key":"b"}', 0],
    ['{}', 0],
    ['null', 0],
    ['{"offset":3,"more":[]}', 3],
    [' {"offset":3}\n', 3],
  ])('may hold %s', (json, offset) => {
    expect(pageRequest({ limit: 1, pageToken: tokenOf(json) })).toEqual({ limit: 1, offset });
  });

  it.each([
    'garbage',
    'Hello World',
    '10',
    EXAMPLE.slice(0, -1),
    EXAMPLE.replaceAll('=', ''),
    ` ${EXAMPLE}`,
    `${EXAMPLE}\n`,
    `${EXAMPLE}=`,
    tokenOf('[]'),
    tokenOf('5'),
    tokenOf('"x"'),
    tokenOf('true'),
    tokenOf('{'),
    tokenOf('{"offset":-1}'),
    tokenOf('{"offset":1.5}'),
    tokenOf('{"offset":"1"}'),
    tokenOf('{"offset":1e30}'),
  ])('is refused when it is none: %j', (pageToken) => {
    expect(() => pageRequest({ limit: 1, pageToken })).toThrow(
      new InvalidArgumentError(`pageToken is not valid: ${JSON.stringify(pageToken)}`),
    );
  });
});

describe('a page request', () => {
  it('has neither limit nor offset when nothing is asked for', () => {
    expect(pageRequest({ limit: 0, pageToken: '' })).toEqual({ limit: 0, offset: 0 });
    expect(limitedPageRequest({ limit: 0, offset: 0, pageToken: '' })).toEqual({ limit: 0, offset: 0 });
  });

  it('takes the offset when there is no token', () => {
    expect(pageRequest({ limit: 5, offset: 7, pageToken: '' })).toEqual({ limit: 5, offset: 7 });
  });

  it('takes the token rather than the offset', () => {
    expect(pageRequest({ limit: 5, offset: 7, pageToken: EXAMPLE })).toEqual({ limit: 5, offset: 2 });
  });

  it('may start anywhere without a limit, on lists that do not mind', () => {
    expect(pageRequest({ limit: 0, pageToken: EXAMPLE })).toEqual({ limit: 0, offset: 2 });
    expect(pageRequest({ limit: 0, offset: 3, pageToken: '' })).toEqual({ limit: 0, offset: 3 });
  });

  it.each([
    ['an offset', { limit: 0, offset: 1, pageToken: '' }],
    ['a token', { limit: 0, pageToken: EXAMPLE }],
    ['a bad token, which is not looked at', { limit: 0, pageToken: 'garbage' }],
  ])('wants a limit with %s, on lists that mind', (_, request) => {
    expect(() => limitedPageRequest(request)).toThrow(
      new InvalidArgumentError('limit must be set when offset or pageToken is set'),
    );
  });

  it('with a token does not look at the offset', () => {
    expect(pageRequest({ limit: 1, offset: -1, pageToken: EXAMPLE })).toEqual({ limit: 1, offset: 2 });
  });

  it('with a limit is the same on both kinds of lists', () => {
    const request = { limit: 3, offset: 1, pageToken: EXAMPLE };
    expect(limitedPageRequest(request)).toEqual(pageRequest(request));
  });
});
