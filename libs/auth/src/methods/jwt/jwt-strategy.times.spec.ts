import { checkTimes } from './jwt-strategy';

/** Any moment, in seconds since the epoch; what follows tells times from it. */
const NOW = 1_800_000_000;
const SKEW = 60;

interface Times {
  readonly iat?: number;
  readonly nbf?: number;
  readonly exp?: number;
}

function claimsOf(times: Times): Record<string, number> {
  return Object.fromEntries(Object.entries(times).map(([name, time]) => [name, NOW + (time as number)]));
}

/** How long the token goes on to be good, skew included. */
function check(times: Times, skew = SKEW): number {
  return checkTimes(claimsOf(times), NOW, skew) - NOW;
}

describe('the time of a token', () => {
  it.each<[Times, number]>([
    [{ exp: 100 }, 160],
    [{ iat: -10, exp: 100 }, 160],
    [{ iat: -10, nbf: -5, exp: 100 }, 160],
    // Up to the edge of what clocks may differ by.
    [{ iat: -1000, exp: -60 }, 0],
    [{ iat: 60, exp: 100 }, 160],
    [{ iat: 0, nbf: 60, exp: 100 }, 160],
    // Without an end it lasts 150 seconds from the later beginning.
    [{ iat: 0 }, 210],
    [{ nbf: 0 }, 210],
    [{ iat: -100, nbf: -20 }, 190],
    [{ iat: -20, nbf: -100 }, 190],
    [{ iat: -210 }, 0],
    // Without a beginning it begins 150 seconds before its end.
    [{ exp: 210 }, 270],
    // One that says when it was issued has begun then, however far its end is.
    [{ iat: -5, exp: 100_000 }, 100_060],
    [{ nbf: -5, exp: 100_000 }, 100_060],
    [{ exp: 0.5 }, 60.5],
  ])('%p is good for %d more seconds', (times, left) => {
    expect(check(times)).toBeCloseTo(left, 5);
  });

  it.each<[Times, string]>([
    [{ exp: -61 }, 'the token has expired'],
    [{ iat: -1000, exp: -60.5 }, 'the token has expired'],
    [{ iat: -211 }, 'the token has expired'],
    [{ nbf: -211 }, 'the token has expired'],
    [{ iat: -500, nbf: -211 }, 'the token has expired'],
    [{ exp: -NOW }, 'the token has expired'],
    [{ exp: 211 }, 'the token is not good yet: it has neither iat nor nbf, so it begins 150 s before exp'],
    [{ iat: 0, nbf: 61, exp: 100 }, 'the token is not good yet'],
    [{ iat: 61, exp: 100 }, 'the token is not good yet'],
    [{ iat: 61, nbf: 0, exp: 100 }, 'the token is from the future'],
    [{}, 'the token has none of iat, nbf and exp'],
  ])('%p is refused: %s', (times, reason) => {
    expect(() => check(times)).toThrow(reason);
  });

  it('is held to the second where clocks may not differ', () => {
    expect(check({ iat: 0, exp: 0 }, 0)).toBe(0);
    expect(() => check({ exp: -0.1 }, 0)).toThrow('expired');
    expect(() => check({ iat: 0.1, exp: 10 }, 0)).toThrow('not good yet');
  });

  it.each(['1800000100', null, true, [], {}])('is a number, not %p', (exp) => {
    expect(() => checkTimes({ exp, iat: NOW }, NOW, SKEW)).toThrow('exp must be a time');
  });
});
