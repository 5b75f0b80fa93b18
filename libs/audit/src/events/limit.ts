const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 1000;

/**
 * Most items of a page of the log.
 *
 * @param asked What the request says; 0 for nothing.
 */
export function limitOf(asked: number): number {
  return asked === 0 ? DEFAULT_LIMIT : Math.min(asked, MAX_LIMIT);
}
