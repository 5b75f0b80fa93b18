import { MIN_REVISION_HEADER, type RpcCall } from '@pennon/api';
import { invalidField, type InvalidArgumentError, type Revision } from '@pennon/domain';

/** Fifteen digits: every such number is exact. Behind them may be the mark of the revision. */
const revisionPattern = /^0*([1-9]\d{0,14})(?:\.([\w-]{12}))?$/;

/**
 * The revision that the caller wants to see at least; undefined when any will do.
 *
 * @throws InvalidArgumentError if it is no whole number of at least 1, with or without a mark.
 */
export function minRevisionIn(call: RpcCall): Revision | undefined {
  const text = call.header(MIN_REVISION_HEADER);
  if (text === undefined) return undefined;
  const [, revision, mark] = revisionPattern.exec(text) ?? [];
  if (revision === undefined)
    throw invalidField(
      MIN_REVISION_HEADER,
      'must be a whole number of at least 1, or that, a dot and its mark',
    );
  return { revision: Number(revision), mark };
}

/** What a request gets that wants a revision of several namespaces at once. */
export function minRevisionOfSeveral(): InvalidArgumentError {
  return invalidField(
    MIN_REVISION_HEADER,
    'must not be set for several namespaces: each has revisions of its own',
  );
}
