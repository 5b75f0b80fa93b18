import { type InvalidFieldError, invalidField, quote } from '@pennon/domain';

/*
 * Lists that may be long, such as logs and histories: they have no page of everything, and a page begins behind what
 * the one before has ended with, whatever has come in between.
 */

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 1000;

/**
 * Most items of a page.
 *
 * @param asked What the request says; 0 for nothing.
 */
export function pageLimit(asked: number): number {
  return asked === 0 ? DEFAULT_LIMIT : Math.min(asked, MAX_LIMIT);
}

/** A number as page tokens write it. */
const NUMBER = /^[1-9]\d{0,15}$/;

/**
 * The number that the page before has ended with; undefined on the first page.
 *
 * @throws InvalidFieldError if the page token is not one.
 */
export function numberInPageToken(pageToken: string): number | undefined {
  if (pageToken === '') return undefined;
  if (!NUMBER.test(pageToken)) throw invalidPageToken(pageToken);
  return Number(pageToken);
}

export function invalidPageToken(pageToken: string): InvalidFieldError {
  return invalidField('pageToken', `is not valid: ${quote(pageToken)}`);
}
