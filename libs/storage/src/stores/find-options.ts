import { type FindOperator, In } from 'typeorm';
import type { PageRequest } from '@pennon/domain';

/** Creation order; the id decides between rows of different processes that share a moment. */
export const byCreation = { createdAt: 'ASC', id: 'ASC' } as const;

/** Creation order of what is identified by its key. */
export const byCreationOfKeys = { createdAt: 'ASC', key: 'ASC' } as const;

/** By rank; ranks may be shared, so creation order decides. */
export const byRank = { rank: 'ASC', ...byCreation } as const;

/** As many rows as there may be: not every database can start at an offset without a limit. */
const ALL = Number.MAX_SAFE_INTEGER;

/** The rows to read for a page: one more than asked for, which tells whether another page exists. */
export function windowOf({ limit, offset }: PageRequest): { skip?: number; take?: number } {
  if (limit === 0 && offset === 0) return {};
  return { take: limit > 0 ? limit + 1 : ALL, ...(offset > 0 && { skip: offset }) };
}

/** More parents than this are cheaper to serve by reading the whole namespace than by naming each. */
const MAX_NAMED_PARENTS = 500;

/**
 * The condition that finds the children of `parents`: their names, or nothing when they are so many that the caller
 * should read all children of the namespace (engines bound the parameters of a statement).
 */
export function ofParents(parents: readonly string[]): FindOperator<string> | undefined {
  return parents.length > MAX_NAMED_PARENTS ? undefined : In([...parents]);
}
