import { partsOf, storedDatetime } from './datetime-parts';

test('a date alone stays one, and a time is stored in UTC', () => {
  expect(storedDatetime({ date: '2026-11-20', time: '', zone: 'local' })).toBe('2026-11-20');
  expect(storedDatetime({ date: '2026-11-20', time: '09:30', zone: 'utc' })).toBe('2026-11-20T09:30:00Z');
  const local = new Date(2026, 10, 20, 9, 30, 15);
  expect(storedDatetime({ date: '2026-11-20', time: '09:30:15', zone: 'local' })).toBe(
    local.toISOString().replace('.000Z', 'Z'),
  );
  expect(storedDatetime({ date: '', time: '09:30', zone: 'utc' })).toBe('');
});

test.each(['2026-11-20', '2026-11-20T09:30:15Z', ''])('%j is edited as it is stored', (stored) => {
  expect(storedDatetime(partsOf(stored))).toBe(stored);
});
