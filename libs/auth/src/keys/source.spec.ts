import { Logger } from '@nestjs/common';
import { Fetched, fixed } from './source';
import { InvalidTokenError, UnknownKeyError } from './claims';
import { UpstreamError } from './upstream';

let now: number;
let warn: jest.SpyInstance;
let answers: (() => Promise<number>)[];
let fetches: number;
let fetched: Fetched<number>;

beforeEach(() => {
  warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue(undefined);
  now = 0;
  answers = [];
  fetches = 0;
  fetched = new Fetched({
    name: 'a number',
    now: () => now,
    fetch: async () => {
      const answer = answers[fetches++];
      if (answer === undefined) throw new UpstreamError('nobody there');
      return answer();
    },
  });
});

afterEach(() => {
  jest.restoreAllMocks();
});

function answer(...values: readonly number[]): void {
  answers.push(...values.map((value) => async () => Promise.resolve(value)));
}

/** Takes what is at least `least`. */
async function use(least = 0): Promise<number> {
  return fetched.use(async (value) => {
    if (value < least) throw new InvalidTokenError('too old');
    return Promise.resolve(value);
  });
}

describe('what is fetched', () => {
  it('is fetched when it is first needed, and kept', async () => {
    answer(1, 2);
    expect(fetches).toBe(0);
    expect([await use(), await use(), await use()]).toEqual([1, 1, 1]);
    expect(fetches).toBe(1);
  });

  it('is fetched once for all who wait', async () => {
    answer(1, 2);
    expect(await Promise.all([use(), use(), use()])).toEqual([1, 1, 1]);
    now += 5000;
    expect(await Promise.all([use(2), use(2), use(2)])).toEqual([2, 2, 2]);
    expect(fetches).toBe(2);
  });

  it('is fetched again when a token is not valid by it, and the token tried once more', async () => {
    answer(1, 2, 3);
    await use();
    now += 5000;
    expect(await use(2)).toBe(2);
    now += 5000;
    await expect(use(4)).rejects.toThrow('too old');
    expect(fetches).toBe(3);
  });

  it('is not fetched again within five seconds, however many tokens are not valid', async () => {
    answer(1, 2);
    await use();
    for (let step = 0; step < 49; step++) {
      now += 100;
      await expect(use(2)).rejects.toThrow(InvalidTokenError);
    }
    expect(fetches).toBe(1);
    now += 100;
    expect(await use(2)).toBe(2);
  });

  it('is fetched once more within five seconds for a key that it lacks, and no more often', async () => {
    const withKey = async (least: number): Promise<number> =>
      fetched.use(async (value) => {
        if (value < least) throw new UnknownKeyError();
        return Promise.resolve(value);
      });
    answer(1, 2, 3, 4, 5);
    await use();
    now += 5000;
    expect(await withKey(2)).toBe(2);
    now += 100;
    await expect(use(3)).rejects.toThrow(InvalidTokenError);
    expect(await withKey(3)).toBe(3);
    for (let step = 0; step < 48; step++) {
      now += 100;
      await expect(withKey(4)).rejects.toThrow(UnknownKeyError);
    }
    expect(fetches).toBe(3);
    now += 100;
    expect([await withKey(4), await withKey(5)]).toEqual([4, 5]);
  });

  it('is tried again when another has fetched it meanwhile', async () => {
    answer(1, 2);
    await use();
    now += 5000;
    const late = fetched.use(async (value) => {
      if (value === 1) {
        await use(2);
        throw new InvalidTokenError('too old');
      }
      return value;
    });
    expect(await late).toBe(2);
    expect(fetches).toBe(2);
  });

  it('is fetched again before use when it is ten minutes old, so that a key which was withdrawn goes', async () => {
    answer(1, 2);
    await use();
    now += 599_999;
    expect(await use()).toBe(1);
    now += 1;
    expect(await use()).toBe(2);
  });

  it('goes on to count when a newer one cannot be had', async () => {
    answer(1);
    await use();
    now += 600_000;
    expect([await use(), await use()]).toEqual([1, 1]);
    expect(fetches).toBe(2);
    now += 5000;
    answers[2] = async () => Promise.resolve(3);
    expect(await use()).toBe(3);
  });

  it('cannot be told from an old one when a newer one cannot be had', async () => {
    answer(1);
    await use();
    now += 5000;
    await expect(use(2)).rejects.toThrow(UpstreamError);
    await expect(use(2)).rejects.toThrow(UpstreamError);
    expect(await use(1)).toBe(1);
    expect(fetches).toBe(2);
  });

  it('is not there until it can be had, which is tried every five seconds', async () => {
    await expect(use()).rejects.toThrow('nobody there');
    await expect(use()).rejects.toThrow('nobody there');
    expect(fetches).toBe(1);
    answers[1] = async () => Promise.resolve(1);
    now += 5000;
    expect(await use()).toBe(1);
  });

  it('can be fetched ahead, whether it is there or not', async () => {
    await fetched.prepare();
    now += 5000;
    answers[1] = async () => Promise.resolve(1);
    await fetched.prepare();
    expect([await use(), fetches]).toEqual([1, 2]);
  });

  it('says in the log why it cannot be had', async () => {
    await fetched.prepare();
    expect(warn).toHaveBeenCalledWith({ reason: 'nobody there' }, 'a number cannot be fetched');
  });

  it('lets bugs through, from either side', async () => {
    answers.push(async () => Promise.reject(new TypeError('bug')));
    await expect(use()).rejects.toThrow(TypeError);
    now += 5000;
    answers[1] = async () => Promise.resolve(1);
    await expect(fetched.use(async () => Promise.reject(new TypeError('bug')))).rejects.toThrow(TypeError);
    expect(fetches).toBe(2);
  });
});

test('what is fixed is tried once', async () => {
  const attempt = jest.fn().mockRejectedValue(new InvalidTokenError('no'));
  await expect(fixed(7).use(attempt)).rejects.toThrow('no');
  expect(attempt.mock.calls).toEqual([[7]]);
});
