import { type PageRequest } from '@pennon/domain';

/** The rows to read for a page: one more than asked for, which tells whether another page exists. */
export function windowOf({ limit, offset }: PageRequest): { skip?: number; take?: number } {
  return { ...(limit > 0 && { take: limit + 1 }), ...(offset > 0 && { skip: offset }) };
}
