import { type Strategy } from 'passport';
import { runStrategy } from './run-strategy';

/** What a strategy can do with itself. */
interface Self {
  success(user: unknown): void;
  fail(challenge?: object, status?: number): void;
  redirect(url: string): void;
  pass(): void;
  error(error: unknown): void;
}

function strategyThat(authenticate: (this: Self, request: object, options: object) => void): Strategy {
  return { name: 'a strategy', authenticate };
}

describe('a strategy that runs without Express', () => {
  it.each([
    [
      'success',
      (self: Self): void => {
        self.success('ada');
      },
      { kind: 'success', user: 'ada' },
    ],
    [
      'redirect',
      (self: Self): void => {
        self.redirect('/away');
      },
      { kind: 'redirect', url: '/away' },
    ],
    [
      'fail',
      (self: Self): void => {
        self.fail({ message: 'no' }, 403);
      },
      { kind: 'fail', reason: { message: 'no' } },
    ],
    [
      'pass',
      (self: Self): void => {
        self.pass();
      },
      { kind: 'fail' },
    ],
  ])('ends in %s', async (_, end, outcome) => {
    const strategy = strategyThat(function () {
      setImmediate(() => {
        end(this);
      });
    });
    expect(await runStrategy(strategy, {})).toEqual(outcome);
  });

  it('rejects with its error, and with what it throws', async () => {
    const failing = strategyThat(function () {
      this.error(new TypeError('broken'));
    });
    await expect(runStrategy(failing, {})).rejects.toThrow(new TypeError('broken'));
    const throwing = strategyThat(() => {
      throw new RangeError('thrown');
    });
    await expect(runStrategy(throwing, {})).rejects.toThrow(new RangeError('thrown'));
    const odd = strategyThat(function () {
      this.error('a text with a secret');
    });
    await expect(runStrategy(odd, {})).rejects.toThrow('the strategy failed');
  });

  it('gets the request and the options, and stays as it is', async () => {
    const strategy = strategyThat(function (request, options) {
      this.success([request, options]);
    });
    const request = { query: { code: 'abc' } };
    expect(await runStrategy(strategy, request, { state: 'x' })).toEqual({
      kind: 'success',
      user: [request, { state: 'x' }],
    });
    expect(strategy).not.toHaveProperty('success');
  });
});
