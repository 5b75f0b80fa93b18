import { SOME_MOMENT } from './builders/moments';
import { ManualClock } from './manual-clock';

describe('a manual clock', () => {
  it('stands still, and yet never tells the same moment twice', () => {
    const clock = new ManualClock();
    expect([clock.now(), clock.now()]).toEqual([SOME_MOMENT, SOME_MOMENT + 1]);
  });

  it('tells the moment it is set to', () => {
    const clock = new ManualClock();
    clock.set(SOME_MOMENT + 10);
    expect(clock.now()).toBe(SOME_MOMENT + 10);
  });

  it('goes on by what it is told', () => {
    const clock = new ManualClock(1000);
    clock.advance(500);
    expect(clock.now()).toBe(1500);
  });

  it('never goes back', () => {
    const clock = new ManualClock(1000);
    clock.now();
    expect(() => {
      clock.set(1000);
    }).toThrow('a clock never goes back');
    expect(clock.now()).toBe(1001);
  });
});
