import { type DescMethod } from '@bufbuild/protobuf';
import { fliptEvaluation, fliptOfrep } from '@pennon/api';
import { type JsonSchema } from './json-schema';

/** What has a tag, and is not sent to whoever holds it. */
const tagged: readonly DescMethod[] = [
  fliptEvaluation.DataService.method.evaluationSnapshotNamespace,
  fliptOfrep.OFREPService.method.evaluateBulk,
];

const tagHeader = {
  ETag: { description: 'Says by its content which answer it is.', schema: { type: 'string' } },
};

const heldTags = {
  name: 'If-None-Match',
  in: 'header',
  description: 'Tags of answers that the caller holds, quoted, weak or bare, between commas.',
  schema: { type: 'string' },
};

/** The parameter by which callers say what they hold; none where answers have no tag. */
export function heldParameters(method: DescMethod): readonly JsonSchema[] {
  return tagged.includes(method) ? [heldTags] : [];
}

/** The headers of an answer that is sent. */
export function tagHeaders(method: DescMethod): JsonSchema {
  return tagged.includes(method) ? { headers: tagHeader } : {};
}

/** The answer to a caller who holds it. */
export function heldResponses(method: DescMethod): JsonSchema {
  if (!tagged.includes(method)) return {};
  const description = 'The caller holds the answer: `If-None-Match` has its tag. There is no body.';
  return { 304: { description, headers: tagHeader } };
}
