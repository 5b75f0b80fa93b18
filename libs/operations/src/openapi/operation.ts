import type { DescField, DescMethod, DescService } from '@bufbuild/protobuf';
import { holdsJsonText, isQueryParameter, JSON_VIEW, type Route, VIEW } from '@pennon/api';
import { comments, fliptAuth, fliptEvaluation, fliptOfrep } from '@pennon/proto';
import { described, descriptionOf, isDeprecated, type JsonSchema, lawOf, type Schemas } from './schemas';

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
function heldParameters(method: DescMethod): readonly JsonSchema[] {
  return tagged.includes(method) ? [heldTags] : [];
}

/** The headers of an answer that is sent. */
function tagHeaders(method: DescMethod): JsonSchema {
  return tagged.includes(method) ? { headers: tagHeader } : {};
}

/** The answer to a caller who holds it. */
function heldResponses(method: DescMethod): JsonSchema {
  if (!tagged.includes(method)) return {};
  const description = 'The caller holds the answer: `If-None-Match` has its tag. There is no body.';
  return { 304: { description, headers: tagHeader } };
}

/** Over HTTP they send the browser back to the dashboard. */
const redirecting: readonly DescMethod[] = [
  fliptAuth.AuthenticationMethodOIDCService.method.callback,
  fliptAuth.AuthenticationMethodGithubService.method.callback,
];

/** How JSON is shown that messages hold as text. */
const viewParameter = {
  ...{ name: VIEW, in: 'query' },
  description:
    '`JSON` for objects where the answer has JSON in texts, such as `before` and `after` of items.',
  schema: { type: 'string', enum: [JSON_VIEW] },
};

/** The namespace of an OFREP call, which its messages do not name. */
const ofrepNamespace = {
  name: 'x-flipt-namespace',
  in: 'header',
  description: 'The namespace; without it, "default".',
  schema: { type: 'string' },
};

/**
 * A route as an operation.
 *
 * @param original The route that this one is an alias of; undefined for one that is none.
 * @param open The services that take no credential.
 */
export function operationOf(
  route: Route,
  original: Route | undefined,
  schemas: Schemas,
  open: ReadonlySet<DescService>,
): JsonSchema {
  const { method } = route;
  return {
    operationId: `${method.parent.name}_${method.name}${original === undefined ? '' : `_${aliasOf(route)}`}`,
    tags: [method.parent.typeName],
    summary: inWords(method.name),
    ...described(
      [comments.get(`${method.parent.typeName}.${method.name}`), sameAs(original)]
        .filter((text) => text !== undefined)
        .join('\n\n'),
    ),
    ...(method.deprecated && { deprecated: true }),
    parameters: parametersOf(route, schemas),
    ...(route.source === 'body' && { requestBody: schemas.ofBody(method.input, inPath(route)) }),
    responses: {
      [redirecting.includes(method) ? 302 : 200]: {
        description: redirecting.includes(method) ? 'To the dashboard, with a session' : 'The answer',
        ...tagHeaders(method),
        content: { 'application/json': { schema: schemas.ofAnswer(method.output) } },
      },
      ...heldResponses(method),
      default: { $ref: `#/components/responses/${isOfrep(method) ? 'OfrepError' : 'Error'}` },
    },
    ...(open.has(method.parent) && { security: [] }),
  };
}

function parametersOf(route: Route, schemas: Schemas): readonly JsonSchema[] {
  const { method, source } = route;
  const given = inPath(route);
  const asked =
    source === 'body'
      ? []
      : method.input.fields.filter((field) => isQueryParameter(field) && !given.includes(field));
  return [
    ...given.map((field) => ({ ...parameterOf(field, schemas), in: 'path', required: true })),
    ...asked.map((field) => ({
      ...parameterOf(field, schemas),
      in: 'query',
      ...(lawOf(field)?.isRequired === true && { required: true }),
    })),
    ...(isOfrep(method) ? [ofrepNamespace] : []),
    ...(holdsJsonText(method.output) ? [viewParameter] : []),
    ...heldParameters(method),
  ];
}

function parameterOf(field: DescField, schemas: Schemas): JsonSchema {
  return {
    name: field.jsonName,
    ...described(descriptionOf(field)),
    ...(isDeprecated(field) && { deprecated: true }),
    schema: schemas.ofParameter(field),
  };
}

function inPath({ segments }: Route): readonly DescField[] {
  return segments.filter((segment) => typeof segment !== 'string');
}

function isOfrep({ parent }: DescMethod): boolean {
  return parent === fliptOfrep.OFREPService;
}

function sameAs(original: Route | undefined): string | undefined {
  return original && `The same as \`${original.verb} ${original.path}\`.`;
}

/** What tells an alias from its original: the literal parts of its path. */
function aliasOf({ segments }: Route): string {
  return segments
    .filter((segment) => typeof segment === 'string')
    .join('_')
    .replaceAll('-', '_');
}

/** `ListFlags` → `List flags`, `AuthorizeURL` → `Authorize URL`. */
function inWords(name: string): string {
  const words = name.split(/(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/);
  return words
    .map((word, index) => (index === 0 || /^[A-Z]+$/.test(word) ? word : word.toLowerCase()))
    .join(' ');
}
