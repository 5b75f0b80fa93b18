import { fakeTimers } from '../../../../test/support/fake-timers';
import { OverdueError, withinTime } from './time-limit';

describe('withinTime', () => {
  it('is what the work comes to, good or bad, and leaves no timer behind', async () => {
    fakeTimers();
    expect(await withinTime(1000, 'the work', Promise.resolve(5))).toBe(5);
    await expect(withinTime(1000, 'the work', Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(jest.getTimerCount()).toBe(0);
    jest.useRealTimers();
  });

  it('gives up what takes longer, and says what and how long', async () => {
    const error = await withinTime(10, 'the work', new Promise(() => undefined)).catch(
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(OverdueError);
    expect(error).toMatchObject({ message: 'the work took longer than 10 ms' });
  });

  it('takes no notice of what fails too late', async () => {
    let fail = (): void => undefined;
    const work = new Promise<never>((_, reject) => {
      fail = () => {
        reject(new Error('too late'));
      };
    });
    await expect(withinTime(1, 'the work', work)).rejects.toThrow(OverdueError);
    fail();
    // An unhandled rejection would end the test.
    await new Promise(setImmediate);
  });
});
