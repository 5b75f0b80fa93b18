import { use } from 'react';
import { type EventFilter } from '@/api/audit-events';
import { type SearchPatch, useSearchState } from '@/app/search-state';
import { ClockContext } from '@/components/clock';
import { startOfDay } from '@/lib/days';
import * as z from '@/lib/zod';

const word = z.optional(z.string());

const schema = z.object({
  scope: z.optional(z.literal('all')),
  type: word,
  action: word,
  actor: word,
  from: word,
  to: word,
  flag: word,
  segment: word,
});

/** What is in the address. Days are such as `2026-11-22`, the last one with all of it. */
export type EventSearch = z.infer<typeof schema>;

export interface EventFilterState {
  readonly search: EventSearch;
  readonly filter: EventFilter;
  readonly change: (patch: SearchPatch<z.input<typeof schema>>) => void;
  /** True when more is left out than other namespaces. */
  readonly isFiltered: boolean;
  readonly clear: () => void;
}

const nothing = {
  type: undefined,
  action: undefined,
  actor: undefined,
  from: undefined,
  to: undefined,
  flag: undefined,
  segment: undefined,
};

/** The filters of the audit log, which are in the address. */
export function useEventFilter(namespaceKey: string): EventFilterState {
  const { zone } = use(ClockContext);
  const [search, change] = useSearchState(schema);
  const { scope, type, action, actor, from = '', to = '', flag, segment } = search;
  return {
    search,
    filter: {
      namespaceKey: scope === 'all' ? undefined : namespaceKey,
      ...{ flagKey: flag, segmentKey: segment, type, action, actor },
      from: startOfDay(from, zone)?.toISOString(),
      to: startOfDay(to, zone, 1)?.toISOString(),
    },
    change,
    isFiltered: Object.keys(nothing).some((name) => search[name as keyof typeof nothing] !== undefined),
    clear: () => {
      change(nothing);
    },
  };
}
