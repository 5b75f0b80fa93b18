import { readTime, readZone, timeInZones } from './local-times';

const BERLIN = 'Europe/Berlin';

/** A Sunday. */
const now = Date.UTC(2026, 10, 1, 12) * 1000;

function utc(text: string): number {
  return Date.parse(text) * 1000;
}

test.each([
  ['2026-12-01T09:00:00Z', '2026-12-01T09:00:00Z'],
  ['2026-12-01T09:00:00-05:00', '2026-12-01T14:00:00Z'],
  ['2026-12-01T09:00', '2026-12-01T08:00:00Z'],
  ['2026-12-01 09:00:30', '2026-12-01T08:00:30Z'],
  ['2027-07-01T09:00', '2027-07-01T07:00:00Z'],
  ['Mon 09:00', '2026-11-02T08:00:00Z'],
  ['sun 13:01', '2026-11-01T12:01:00Z'],
  ['Sun 13:00', '2026-11-08T12:00:00Z'],
  ['2027-03-28T01:59', '2027-03-28T00:59:00Z'],
  ['2027-03-28T03:00', '2027-03-28T01:00:00Z'],
])('%s by the clocks of Berlin is %s', (text, expected) => {
  expect(readTime(text, now, BERLIN)).toBe(utc(expected));
});

test('clocks skip a time: its neighbours are named', () => {
  expect(() => readTime('2027-03-28T02:30', now, BERLIN)).toThrow(
    '--at: the clocks of Europe/Berlin skip 2027-03-28T02:30: say 2027-03-28T01:59 or 2027-03-28T03:00',
  );
  expect(() => readTime('2027-10-03T02:10', now, 'Australia/Lord_Howe')).toThrow(
    'skip 2027-10-03T02:10: say 2027-10-03T01:59 or 2027-10-03T02:30',
  );
  expect(() => readTime('2027-03-14T02:00', now, 'America/New_York')).toThrow(
    'skip 2027-03-14T02:00: say 2027-03-14T01:59 or 2027-03-14T03:00',
  );
});

test('clocks show a time twice: it takes an offset', () => {
  expect(() => readTime('2027-10-31T02:30', now, BERLIN)).toThrow(
    '--at: the clocks of Europe/Berlin show 2027-10-31T02:30 twice: say 2027-10-31T02:30:00+02:00 or ' +
      '2027-10-31T02:30:00+01:00',
  );
  expect(readTime('2027-10-31T02:30:00+01:00', now, BERLIN)).toBe(utc('2027-10-31T01:30:00Z'));
});

test.each(['', 'tomorrow', 'Mon', 'Mon 9:00', 'Mon 25:00', 'Moo 09:00', '2026-12-01', '2026-02-30T09:00'])(
  '%p is no time',
  (text) => {
    expect(() => readTime(text, now, BERLIN)).toThrow('--at takes a date and a time such as');
  },
);

test('what is past is refused', () => {
  expect(() => readTime('2026-11-01T12:59', now, BERLIN)).toThrow('--at must be in the future');
});

test('a time is told in its zone and in that of the machine', () => {
  const at = utc('2026-12-01T08:00:00Z');
  expect(timeInZones(at, BERLIN, 'UTC')).toBe(
    '2026-12-01T09:00:00+01:00 Europe/Berlin = 2026-12-01T08:00:00Z UTC',
  );
  expect(timeInZones(at, 'UTC', 'America/St_Johns')).toBe(
    '2026-12-01T08:00:00Z UTC = 2026-12-01T04:30:00-03:30 America/St_Johns',
  );
  expect(timeInZones(at, BERLIN, BERLIN)).toBe('2026-12-01T09:00:00+01:00 Europe/Berlin');
});

test('a zone that nobody knows is refused', () => {
  expect(readZone('europe/berlin')).toBe(BERLIN);
  expect(() => readZone('Mars')).toThrow('--zone takes a time zone such as Europe/Berlin, not "Mars"');
});
