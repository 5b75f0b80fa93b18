/**
 * Another transaction has done something behind what this one had looked at. The same work may succeed when it is run
 * again.
 *
 * For what the isolation of a database lets through, and only the work itself can see.
 */
export class OvertakenError extends Error {
  constructor(what: string) {
    super(`overtaken: ${what}`);
  }
}
