import { type ReactElement, use } from 'react';
import { useSearchParams } from 'react-router';
import { type CountSpan } from '@/api/analytics';
import { useChangeSearch } from '@/app/change-search';
import { ClockContext } from '@/components/clock';
import { Segmented } from '@/components/ui/segmented';
import { TextField } from '@/components/ui/text-field';
import { analyticsCopy as copy } from '@/copy/analytics';
import { startOfDay } from '@/lib/days';
import { type ClockZone } from '@/lib/time';

/** Periods by their length in minutes, as the address has it, and one of whole days. */
type Period = keyof typeof copy.ranges;

const periods = Object.entries(copy.ranges).map(([value, label]) => ({ value: value as Period, label }));

/** Longest period of days: a point for every half an hour of more is no chart any more, and no table. */
const MOST_DAYS = 31;

const DAY = 24 * 60 * 60_000;

interface PeriodChoice {
  readonly period: Period;
  /** Undefined while the days are none, or too many. */
  readonly span: CountSpan | undefined;
  /** First and last day, as fields of dates hold them; empty for another period. */
  readonly from: string;
  readonly to: string;
}

/** The period that the address says; an hour unless it says one. */
export function usePeriod(): PeriodChoice {
  const { zone } = use(ClockContext);
  const [search] = useSearchParams();
  const [from, to] = [search.get('from') ?? '', search.get('to') ?? ''];
  if (search.has('from')) return { period: 'days', span: daysOf(from, to, zone), from, to };
  const period = periods.find(({ value }) => value === search.get('minutes'))?.value ?? '60';
  return { period, span: { minutes: Number(period) }, from: '', to: '' };
}

function daysOf(from: string, to: string, zone: ClockZone): CountSpan | undefined {
  const [begin, end] = [startOfDay(from, zone), startOfDay(to, zone, 1)];
  if (begin === undefined || end === undefined) return undefined;
  const days = (end.getTime() - begin.getTime()) / DAY;
  // A day on which clocks change is an hour longer.
  return days > 0 && days < MOST_DAYS + 0.1
    ? { from: begin.toISOString(), to: end.toISOString() }
    : undefined;
}

/** Chooses the period. */
export function PeriodField({ period, span, from, to }: PeriodChoice): ReactElement {
  const { now, zone } = use(ClockContext);
  const changeSearch = useChangeSearch();
  const change = (given: Partial<Record<'minutes' | 'from' | 'to', string | undefined>>): void => {
    changeSearch(
      (params) => {
        for (const [name, value] of Object.entries(given)) {
          if (value === undefined) params.delete(name);
          // An empty day stays, as a date that is being typed is none yet.
          else params.set(name, value);
        }
      },
      { replace: true },
    );
  };
  const today = dayOf(now, zone);
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Segmented
        label={copy.range}
        value={period}
        onChange={(next) => {
          const days = next === 'days' ? today : undefined;
          change({ minutes: days === undefined ? next : undefined, from: days, to: days });
        }}
        options={periods}
      />
      {period === 'days' && (
        <>
          <TextField
            className="w-40"
            type="date"
            label={copy.from}
            value={from}
            onChange={({ currentTarget }) => {
              change({ from: currentTarget.value });
            }}
          />
          <TextField
            className="w-40"
            type="date"
            label={copy.to}
            value={to}
            onChange={({ currentTarget }) => {
              change({ to: currentTarget.value });
            }}
          />
          {span === undefined && (
            <p role="alert" className="w-full text-secondary text-danger">
              {copy.noDays(MOST_DAYS)}
            </p>
          )}
        </>
      )}
    </div>
  );
}

/** The day of a moment, as a field of a date holds it. */
function dayOf(moment: Date, zone: ClockZone): string {
  const local = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000);
  return (zone === 'utc' ? moment : local).toISOString().slice(0, 10);
}
