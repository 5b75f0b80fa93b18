import '../../support/property-seed';
import fc, { type Arbitrary } from 'fast-check';
import { addFlag } from '../../support/flags';
import { jsonOf, jsonRequest, type Answer, type Request } from '../../support/http';
import { sized } from '../../support/size';
import { useServer } from '../../support/use-server';
import { documentOf, type Operation, type OpenApiDocument } from './document';
import { DrawnValues, type Schema } from './drawn-values';

const server = useServer();

jest.setTimeout(300_000);

/** Requests that are drawn, of which three in five or more are allowed. */
const RUNS = sized({ small: 600, whole: 5000 });

/** What there is, so that drawn requests reach more than "not found". */
const known = ['default', 'colour', 'on', 'pro'];

/** Reasons to refuse a request that no schema of it can say: they are about what is stored, or within a text. */
const beyondSchemas = [
  /already exists|is not unique/,
  /^variant .* not found for flag/,
  // A constraint may only keep such an operator.
  /^constraint operator "(empty|notempty|prefix|suffix)" is not valid for type entityId/,
  /no sink is switched on/,
  /must be the same for all requests/,
  /pageToken:? is not valid|limit must be set when/,
  /parsing datetime from|invalid value provided|too many values/,
  /must be a json string|must be less than 1000 KB/,
  /^invalid field document/,
  // Members that exclude each other.
  /^invalid field (prune|edits|changeId): must not be given (together )?with/,
  /^invalid field policy\.requiredReviewers\[\d+\]\.\w+: must not be given together with/,
  // Nobody is required to approve where nobody has to.
  /^invalid field policy\.requiredReviewers: needs requiredApprovals/,
  // What has no base cannot be merged.
  /^invalid field onConflict: may be MERGE only/,
  // A revert puts back only what the revision changed.
  /^invalid field (flags|segments|parts): revision \d+ /,
  // All kinds but a namespace have a key.
  /^invalid field key: must (be empty for a namespace|not be empty)/,
  // Orders of the flags of one namespace, and a namespace that has two looks.
  /^invalid field namespaceKey: must be given with the order|^invalid field looks: must not list/,
  // Times of changes and steps, and steps in place of a source.
  /^invalid field (when|at|times)\b|must be another namespace/,
  /must not hold|contains characters that/,
  /flag type|is not of type/,
  /is reserved|is protected/,
];

/** Values that a path cannot have, and a query need not. */
const unsaid = new Set(['', '.', '..', '/']);

interface Drawn {
  readonly name: string;
  readonly request: Request;
  /** Undefined for a request that the document allows. */
  readonly mistake: string | undefined;
}

/** What a request carries, beside its path. */
interface Parts {
  readonly mistake?: string;
  readonly body?: unknown;
  readonly query?: readonly Query[];
}

let drawn: Arbitrary<Drawn>;

beforeAll(async () => {
  await addFlag(server, { key: 'on', type: 'BOOLEAN_FLAG_TYPE' });
  await addFlag(server, { key: 'colour' });
  const document = await documentOf(server);
  drawn = requestsOf(document);
});

test('requests that the document allows are not refused for a reason that a schema can say, and no other is taken', async () => {
  const problems = new Set<string>();
  const seen = new Set<string>();
  const outcomes = { allowed: 0, accepted: 0, forbidden: 0 };
  for (const { name, request, mistake } of fc.sample(drawn, RUNS)) {
    const answer = await server.send(request);
    seen.add(name);
    outcomes[mistake === undefined ? 'allowed' : 'forbidden']++;
    if (mistake === undefined && answer.status < 400) outcomes.accepted++;
    if (isWrong(answer, mistake))
      problems.add(
        `${name} ${mistake ?? 'allowed'}: ${request.path} ${answer.status} ${answer.body.toString().slice(0, 200)}`,
      );
  }
  expect([...problems]).toEqual([]);
  expect(outcomes.accepted).toBeGreaterThan(outcomes.allowed / 5);
  expect(outcomes.forbidden).toBeGreaterThan(RUNS / 5);
  expect(seen.size).toBeGreaterThan(60);
});

function isWrong(answer: Answer, mistake: string | undefined): boolean {
  if (answer.status >= 500) return true;
  if (mistake !== undefined) return answer.status < 400;
  return answer.status === 400 && !beyondSchemas.some((reason) => reason.test(messageOf(answer)));
}

function messageOf(answer: Answer): string {
  const { message, errorDetails } = jsonOf(answer) as { message?: string; errorDetails?: string };
  return message ?? errorDetails ?? '';
}

function requestsOf({ paths, components }: OpenApiDocument): Arbitrary<Drawn> {
  const values = new DrawnValues(components.schemas);
  const operations = Object.entries(paths).flatMap(([path, byVerb]) =>
    Object.entries(byVerb).map(([verb, operation]) => ({ verb: verb.toUpperCase(), path, operation })),
  );
  return fc.oneof(
    ...operations.map(({ verb, path, operation }) => {
      const draw = (parts: Arbitrary<Parts>): Arbitrary<Drawn> =>
        fc
          .tuple(targetOf(values, verb, path, operation), parts)
          .map(([target, { mistake, body, query = [] }]) => ({
            name: `${verb} ${path}`,
            request: requestOf(
              verb,
              withQuery(target.path, [
                ...target.query.filter(({ name }) => !query.some((wrong) => wrong.name === name)),
                ...query,
              ]),
              body,
            ),
            mistake,
          }));
      const [allowed, forbidden] = partsOf(values, operation);
      if (forbidden === undefined) return draw(allowed);
      return fc.oneof({ arbitrary: draw(allowed), weight: 3 }, { arbitrary: draw(forbidden), weight: 2 });
    }),
  );
}

/** The bodies and queries that an operation allows, and those that it forbids. */
function partsOf(
  values: DrawnValues,
  operation: Operation,
): readonly [Arbitrary<Parts>, Arbitrary<Parts> | undefined] {
  const { required = false, content } = operation.requestBody ?? {};
  const schema = content?.['application/json']?.schema;
  if (schema === undefined) return [fc.constant({}), wrongQueries(values, operation)];
  const allowed = values.allowed(schema).map((body) => ({ body }));
  const forbidden = values.forbidden(schema);
  if (!required) return [fc.oneof({ arbitrary: allowed, weight: 9 }, fc.constant({})), forbidden];
  const absent = fc.constant({ mistake: 'without a body' });
  return [allowed, forbidden === undefined ? absent : fc.oneof({ arbitrary: forbidden, weight: 9 }, absent)];
}

/** Queries with one value that the schema of its parameter forbids. */
function wrongQueries(
  values: DrawnValues,
  { parameters = [] }: Operation,
): Arbitrary<{ mistake: string; query: readonly Query[] }> | undefined {
  const wrong = parameters
    .filter((parameter) => parameter.in === 'query')
    .flatMap(({ name, schema }) =>
      values
        // One value of a list that is a parameter is one of its items.
        .wrongValues((schema as Schema).items ?? schema)
        .filter((value): value is string | number => typeof value !== 'object' && value !== '')
        .map((value) => ({
          mistake: `${name} is ${value}`,
          query: [{ name, value: encodeURIComponent(`${value}`) }],
        })),
    );
  return wrong.length === 0 ? undefined : fc.constantFrom(...wrong);
}

function requestOf(verb: string, path: string, value: unknown): Request {
  return value === undefined ? { verb, path } : { ...jsonRequest('POST', path, value), verb };
}

/** A parameter of a query, its value in percent-encoding. */
interface Query {
  readonly name: string;
  readonly value: string;
}

function withQuery(path: string, query: readonly Query[]): string {
  return query.length === 0
    ? path
    : `${path}?${query.map(({ name, value }) => `${name}=${value}`).join('&')}`;
}

/** The path with its parameters, and a query. */
function targetOf(
  values: DrawnValues,
  verb: string,
  path: string,
  { parameters = [] }: Operation,
): Arbitrary<{ path: string; query: readonly Query[] }> {
  const parts = parameters
    .filter((parameter) => parameter.in !== 'header')
    .map(({ name, in: place, required = false, schema }) => {
      // A list is one parameter for each of its values.
      const drawn = values.allowed(schema).map((value) => [value].flat().map(String));
      // What others need is not deleted.
      // With a policy of what there is, most of what follows would be refused.
      const isPolicy = verb === 'PUT' && path.endsWith('/policy');
      const isKey = !('format' in schema || 'pattern' in schema || isPolicy);
      const chosen =
        verb !== 'DELETE' && place === 'path' && isKey
          ? fc.oneof(
              fc.constantFrom(...known).map((key) => [key]),
              drawn,
            )
          : drawn;
      const texts = chosen
        .filter((all) => all.every((text) => !unsaid.has(text)))
        .map((all) => all.map(encodeURIComponent));
      return (required ? texts : fc.option(texts, { nil: [] })).map((all) => ({ name, place, all }));
    });
  return fc.tuple(...parts).map((all) => ({
    path: all.reduce(
      (filled, { name, place, all: [value = ''] }) =>
        place === 'path' ? filled.replace(`{${name}}`, () => value) : filled,
      path,
    ),
    query: all.flatMap(({ name, place, all }) =>
      place === 'path' ? [] : all.map((value) => ({ name, value })),
    ),
  }));
}
