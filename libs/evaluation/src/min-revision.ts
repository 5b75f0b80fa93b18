import { MIN_REVISION_HEADER, type RpcCall } from '@pennon/api';
import { invalidField, type InvalidArgumentError } from '@pennon/domain';

/** Fifteen digits: every such number is exact. */
const wholeNumber = /^0*[1-9]\d{0,14}$/;

/**
 * The revision that the caller wants to see at least; undefined when any will do.
 *
 * @throws InvalidArgumentError if it is no whole number of at least 1.
 */
export function minRevisionIn(call: RpcCall): number | undefined {
  const text = call.header(MIN_REVISION_HEADER);
  if (text === undefined) return undefined;
  if (!wholeNumber.test(text))
    throw invalidField(MIN_REVISION_HEADER, 'must be a whole number of at least 1');
  return Number(text);
}

/** What a request gets that wants a revision of several namespaces at once. */
export function minRevisionOfSeveral(): InvalidArgumentError {
  return invalidField(
    MIN_REVISION_HEADER,
    'must not be set for several namespaces: each has revisions of its own',
  );
}
