import { type PageRequest } from '@pennon/domain';

/** As many rows as there may be: not every database can start at an offset without a limit. */
const ALL = Number.MAX_SAFE_INTEGER;

/** The rows to read for a page: one more than asked for, which tells whether another page exists. */
export function windowOf({ limit, offset }: PageRequest): { skip?: number; take?: number } {
  if (limit === 0 && offset === 0) return {};
  return { take: limit > 0 ? limit + 1 : ALL, ...(offset > 0 && { skip: offset }) };
}
