import { audiencesOf, checkAudience, readClaims, timeClaim } from './claims';

function read(text: string): unknown {
  return readClaims(Buffer.from(text));
}

describe('the claims of a payload', () => {
  it('are the members of the object it is', () => {
    expect(read('{"iss":"me","user":{"ISS":1},"Ä":1}')).toEqual({ iss: 'me', user: { ISS: 1 }, Ä: 1 });
  });

  it.each(['', 'null', '[]', '"text"', '{', '{"a":1}x'])('are nothing else: %p', (text) => {
    expect(() => read(text)).toThrow(/^the claims (must be an object|are not JSON)$/);
  });

  it('are nested no more than 32 deep, in objects and in lists', () => {
    const nested = (levels: number, [open, close]: readonly [string, string]): string =>
      `{"a":${open.repeat(levels)}1${close.repeat(levels)}}`;
    for (const brackets of [
      ['[', ']'],
      ['{"a":', '}'],
    ] as const) {
      expect(() => read(nested(31, brackets))).not.toThrow();
      for (const levels of [33, 5_000])
        expect(() => read(nested(levels, brackets))).toThrow('the claims are nested more than 32 deep');
    }
  });

  it('are nothing that is not UTF-8', () => {
    expect(() => readClaims(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))).toThrow('not JSON');
  });

  it.each([
    '{"iss":"me","ISS":"you"}',
    '{"Iss":"you"}',
    '{"i\u017fs":"you"}',
    '{"EXP":1}',
    '{"Sub":""}',
    '{"AUD":[]}',
    '{"nbF":1}',
    '{"iaT":1}',
    '{"JTI":""}',
    '{"io.flipt.auth.role":"viewer","io.flipt.auth.Role":"admin"}',
    '{"key":1,"\u212aey":1}',
  ])('have no two names that differ by case alone: %s', (text) => {
    expect(() => read(text)).toThrow('two claims differ by case alone');
  });
});

describe('the time that a claim tells', () => {
  it('is its number, or undefined', () => {
    expect(timeClaim({ exp: 17.5 }, 'exp')).toBe(17.5);
    expect(timeClaim({ exp: 0 }, 'exp')).toBe(0);
    expect(timeClaim({ exp: 17 }, 'nbf')).toBeUndefined();
  });

  it.each(['17', null, true, {}, [17], Infinity, NaN])('is no %p', (value) => {
    expect(() => timeClaim({ exp: value }, 'exp')).toThrow('exp must be a time');
  });
});

describe('the audience', () => {
  it('is one text or a list of them', () => {
    expect(audiencesOf({ aud: 'a' })).toEqual(['a']);
    expect(audiencesOf({ aud: ['a', 1, 'b', null] })).toEqual(['a', 'b']);
    expect(audiencesOf({})).toEqual([]);
    expect(audiencesOf({ aud: { a: 1 } })).toEqual([]);
  });

  it.each([
    [[], undefined],
    [['a'], 'a'],
    [
      ['a', 'b'],
      ['c', 'b'],
    ],
  ])('of %p passes %p', (expected, aud) => {
    expect(() => {
      checkAudience({ aud }, expected);
    }).not.toThrow();
  });

  it.each([undefined, 'b', 'A', 'a ', 'aa', [], ['b', 'c'], ['a,b'], [['a']], { a: 'a' }])(
    'of a does not pass %p',
    (aud) => {
      expect(() => {
        checkAudience({ aud }, ['a']);
      }).toThrow('the token is for another audience');
    },
  );
});
