import { dayAfter, endOfDay } from './expiry';

describe('endOfDay', () => {
  it('is the next midnight in local time', () => {
    expect(endOfDay('2026-11-22')).toEqual(new Date(2026, 10, 23));
    expect(endOfDay('2026-12-31')).toEqual(new Date(2027, 0, 1));
  });

  it.each(['', '22.11.2026', '2026-11'])('takes "%s" for no day', (text) => {
    expect(endOfDay(text)).toBeUndefined();
  });
});

describe('dayAfter', () => {
  it('counts days of the calendar', () => {
    expect(dayAfter(new Date(2026, 10, 22, 23, 59), 7)).toBe('2026-11-29');
    expect(dayAfter(new Date(2026, 11, 30), 7)).toBe('2027-01-06');
  });
});
