import { normalizeDatetimeValue } from '@pennon/domain';

/** Which clock a time is entered on. */
export type Zone = 'utc' | 'local';

/** A date-time as people enter it; each part is what the browser's own field holds. */
export interface DatetimeParts {
  /** `2026-11-20`, or `''` for none. */
  readonly date: string;
  /** `09:30` or `09:30:15`; `''` for the date alone. */
  readonly time: string;
  readonly zone: Zone;
}

/** The parts of a stored value, on the clock of UTC on which it is stored. */
export function partsOf(value: string): DatetimeParts {
  const [date = '', time = ''] = (normalizeDatetimeValue(value) ?? '').split('T');
  return { date, time: time.replace('Z', ''), zone: 'utc' };
}

/** What is stored for the parts: UTC to the second, or the date alone; `''` while there is none. */
export function storedDatetime({ date, time, zone }: DatetimeParts): string {
  if (date === '' || time === '') return date;
  // Without a zone the browser takes it for a local time.
  const moment = new Date(`${date}T${time}${zone === 'utc' ? 'Z' : ''}`);
  return Number.isNaN(moment.getTime()) ? '' : (normalizeDatetimeValue(moment.toISOString()) ?? '');
}
