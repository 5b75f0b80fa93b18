import { startOfDay } from './days';

describe('startOfDay', () => {
  it('is a midnight of the clock that is shown, so many days later', () => {
    expect(startOfDay('2026-12-31', 'utc')).toEqual(new Date('2026-12-31T00:00:00Z'));
    expect(startOfDay('2026-12-31', 'utc', 1)).toEqual(new Date('2027-01-01T00:00:00Z'));
    expect(startOfDay('2026-11-22', 'local')).toEqual(new Date(2026, 10, 22));
  });

  it.each(['', 'today', '2026-11'])('takes "%s" for no day', (text) => {
    expect(startOfDay(text, 'utc')).toBeUndefined();
  });
});
