import { type Api, type Request } from '../../support/http';
import { invalidArgument, notFound, outcomeOf, success, type Outcome } from '../../support/outcome';

/** A route that takes a body. */
export interface BodyRoute {
  readonly name: string;
  readonly verb: 'POST' | 'PUT';
  readonly path: string;
  /** What it answers to a message without any field. */
  readonly toNothing: Outcome;
}

/** One route of each kind; none of them changes anything when it gets nothing. */
export const bodyRoutes: readonly BodyRoute[] = [
  {
    name: 'management POST',
    verb: 'POST',
    path: '/api/v1/namespaces/default/flags',
    toNothing: invalidArgument('invalid field key: must not be empty'),
  },
  {
    name: 'management PUT',
    verb: 'PUT',
    path: '/api/v1/namespaces/default/flags/absent',
    toNothing: invalidArgument('invalid field name: must not be empty'),
  },
  {
    name: 'variant',
    verb: 'POST',
    path: '/evaluate/v1/variant',
    toNothing: notFound('flag "default" not found'),
  },
  {
    name: 'boolean',
    verb: 'POST',
    path: '/evaluate/v1/boolean',
    toNothing: notFound('flag "default" not found'),
  },
  {
    name: 'batch',
    verb: 'POST',
    path: '/evaluate/v1/batch',
    toNothing: success({
      requestId: expect.any(String),
      responses: [],
      requestDurationMillis: expect.any(Number),
    }),
  },
  {
    name: 'legacy',
    verb: 'POST',
    path: '/api/v1/evaluate',
    toNothing: invalidArgument('invalid field flagKey: must not be empty'),
  },
];

/** What each route answers to the body, by the name of the route. */
export async function answersOfEveryRoute(
  api: Api,
  { body, chunked = false, headers = {} }: Pick<Request, 'body' | 'chunked' | 'headers'>,
): Promise<Readonly<Record<string, Outcome>>> {
  const outcomes: Record<string, Outcome> = {};
  for (const { name, verb, path } of bodyRoutes) {
    const request = { verb, path, chunked, headers, ...(body !== undefined && { body }) };
    outcomes[name] = outcomeOf(await api.send(request));
  }
  return outcomes;
}

/** The same outcome on every route. */
export function everyRoute(outcome: Outcome): Readonly<Record<string, Outcome>> {
  return Object.fromEntries(bodyRoutes.map(({ name }) => [name, outcome]));
}

/** On every route, the outcome of a message without any field. */
export const everyRouteToNothing: Readonly<Record<string, Outcome>> = Object.fromEntries(
  bodyRoutes.map(({ name, toNothing }) => [name, toNothing]),
);
