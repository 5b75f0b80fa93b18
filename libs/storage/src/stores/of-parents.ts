import { In, type FindOperator } from 'typeorm';

/** More parents than this are cheaper to serve by reading the whole namespace than by naming each. */
const MAX_NAMED_PARENTS = 500;

/**
 * The condition that finds the children of `parents`: their names, or nothing when they are so many that the caller
 * should read all children of the namespace (engines bound the parameters of a statement).
 */
export function ofParents(parents: readonly string[]): FindOperator<string> | undefined {
  return parents.length > MAX_NAMED_PARENTS ? undefined : In([...parents]);
}
