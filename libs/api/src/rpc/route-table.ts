import { getOption, type DescField, type DescMethod, type DescService } from '@bufbuild/protobuf';
import { type OfrepConfig } from '@pennon/config';
import { InvalidArgumentError, MethodNotAllowedError, NotFoundError } from '@pennon/domain';
import { DataService, EvaluationService, OFREPService, http, isOwn, type HttpRule } from '@pennon/proto';
import { isStrict } from '../json/strict-json';

/** The route a request takes. */
export interface RouteMatch {
  readonly method: DescMethod;
  /**
   * The path of the route as the OpenAPI document writes it, such as `/auth/v1/tokens/{id}`: an RPC may have several.
   */
  readonly path: string;
  /** Where the request message comes from. */
  readonly source: 'body' | 'query';
  /** Whether parameters that the call does not know are refused. */
  readonly isStrict: boolean;
  /** Values of the path parameters; all are string fields of the request message. */
  readonly parameters: readonly PathParameter[];
}

/** One path parameter and its value, which may be empty. */
export interface PathParameter {
  readonly field: DescField;
  readonly value: string;
}

/** A route of an RPC. */
export interface Route {
  readonly method: DescMethod;
  /** HTTP method in upper case. */
  readonly verb: string;
  /** Its parameters go by their names in JSON: `/api/v1/namespaces/{namespaceKey}/flags`. */
  readonly path: string;
  readonly source: 'body' | 'query';
  /** True for calls of Pennon's own, but for those that take a message of Flipt's. */
  readonly isStrict: boolean;
  /** The path without its slashes: the field in place of each parameter. */
  readonly segments: readonly (string | DescField)[];
}

interface Node {
  readonly literals: Map<string, Node>;
  parameter: Node | undefined;
  route: Route | undefined;
}

/** Paths that belong to the API: what is unknown below them is answered in JSON. */
const apiPrefixes = [
  ...['/api/v1', '/audit/v1', '/evaluate/v1', '/internal/v1', '/ofrep', '/auth/v1', '/meta'],
  '/openapi.json',
];

const noParameters: readonly PathParameter[] = [];

/** How many paths with parameters are remembered for each verb, and how long each may be. */
const MAX_REMEMBERED = 1000;
const MAX_REMEMBERED_LENGTH = 256;

/**
 * The HTTP routes of the API, read from the `google.api.http` options of the services.
 *
 * Matching is that of Flipt's gateway: the path is percent-decoded as a whole before it is split, an
 * empty segment matches a parameter as the empty string, a literal segment beats a parameter, and one trailing
 * slash is passed over.
 */
export class RouteTable {
  /** All of them, in the order of `proto/`. */
  readonly routes: readonly Route[];
  private readonly trees = new Map<string, Node>();
  /** Routes without parameters, by verb and path: the evaluation routes take this short way. */
  private readonly fixed = new Map<string, Map<string, RouteMatch>>();

  /** The same for paths with parameters, as they were found: clients ask for the same snapshot again and again. */
  private readonly found = new Map<string, Map<string, RouteMatch>>();

  /** @param dialect Of OFREP, whose routes answer as Flipt's do unless it is `openfeature`. */
  constructor(
    services: readonly DescService[],
    private readonly dialect: OfrepConfig['dialect'] = 'flipt',
  ) {
    this.routes = services.flatMap((service) => service.methods).flatMap(routesOf);
    for (const route of this.routes) this.add(route);
  }

  /**
   * The route of a request.
   *
   * @param verb HTTP method in upper case.
   * @param path Path as sent, without the query.
   * @returns undefined for a path outside the API.
   * @throws NotFoundError for an unknown path of the API.
   * @throws MethodNotAllowedError for a known path with another verb.
   * @throws InvalidArgumentError for a path that cannot be percent-decoded.
   */
  match(verb: string, path: string): RouteMatch | undefined {
    const known = this.fixed.get(verb)?.get(path) ?? this.found.get(verb)?.get(path);
    if (known !== undefined) return known;
    const match = this.search(verb, path);
    if (match !== undefined && path.length <= MAX_REMEMBERED_LENGTH) this.remember(verb, path, match);
    return match;
  }

  private remember(verb: string, path: string, match: RouteMatch): void {
    const ofVerb = getOrAdd(this.found, verb, () => new Map<string, RouteMatch>());
    if (ofVerb.size >= MAX_REMEMBERED) ofVerb.clear();
    ofVerb.set(path, match);
  }

  private search(verb: string, path: string): RouteMatch | undefined {
    const decoded = decodePath(path);
    if (!apiPrefixes.some((prefix) => decoded === prefix || decoded.startsWith(`${prefix}/`)))
      return undefined;
    const segments = (decoded.endsWith('/') ? decoded.slice(0, -1) : decoded).slice(1).split('/');
    const route = find(this.trees.get(verb), segments);
    if (route !== undefined) return matchOf(route, segments);
    throw this.refusalOf([...this.trees.values()].flatMap((tree) => find(tree, segments) ?? []));
  }

  /** @param routes Those of the path, with other verbs. */
  private refusalOf(routes: readonly Route[]): Error {
    const [first] = routes;
    if (first === undefined) return new NotFoundError('Not Found');
    const allowed = [...routes.map(({ verb }) => verb), 'OPTIONS'];
    const code = this.answersAsFlipt(first) ? 'UNIMPLEMENTED' : undefined;
    return new MethodNotAllowedError(
      allowed,
      code,
      routes.every(({ method }) => isOwn(method)),
    );
  }

  /** Recorded answers of Flipt's to a wrong verb are 501 on evaluation routes. */
  private answersAsFlipt({ method: { parent } }: Route): boolean {
    if (parent === OFREPService) return this.dialect === 'flipt';
    return parent === EvaluationService || parent === DataService;
  }

  private add(route: Route): void {
    const { method, verb, path, source, isStrict, segments } = route;
    let node = getOrAdd(this.trees, verb, emptyNode);
    for (const segment of segments) {
      if (typeof segment === 'string') node = getOrAdd(node.literals, segment, emptyNode);
      else node = node.parameter ??= emptyNode();
    }
    node.route = route;
    if (segments.every((segment) => typeof segment === 'string')) {
      const match = { method, path, source, isStrict, parameters: noParameters };
      getOrAdd(this.fixed, verb, () => new Map<string, RouteMatch>()).set(path, match);
    }
  }
}

/** The routes of an RPC: none, or one and its aliases. */
function routesOf(method: DescMethod): readonly Route[] {
  const rule = getOption(method, http);
  return [rule, ...rule.additionalBindings].flatMap((binding) => routeOf(method, binding) ?? []);
}

function routeOf(method: DescMethod, { pattern, body }: HttpRule): Route | undefined {
  if (pattern.case === undefined || pattern.case === 'custom') return undefined;
  const segments = pattern.value
    .slice(1)
    .split('/')
    .map((segment) => segmentOf(method, segment));
  return {
    method,
    verb: pattern.case.toUpperCase(),
    path: `/${segments.map((segment) => (typeof segment === 'string' ? segment : `{${segment.jsonName}}`)).join('/')}`,
    source: body === '*' ? 'body' : 'query',
    isStrict: isStrict(method.parent) && !method.input.typeName.startsWith('flipt.'),
    segments,
  };
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw new InvalidArgumentError('the path holds an invalid percent-encoding');
  }
}

/** `{flag_key}` is the field of that name, anything else is itself. */
function segmentOf(method: DescMethod, segment: string): string | DescField {
  const name = /^\{(.+)\}$/.exec(segment)?.[1];
  if (name === undefined) return segment;
  const field = method.input.fields.find((candidate) => candidate.name === name);
  if (field === undefined)
    throw new Error(`${method.input.typeName} has no field ${name}, which its route names`);
  return field;
}

function find(node: Node | undefined, segments: readonly string[], depth = 0): Route | undefined {
  const segment = segments[depth];
  if (node === undefined || segment === undefined) return node?.route;
  return find(node.literals.get(segment), segments, depth + 1) ?? find(node.parameter, segments, depth + 1);
}

function matchOf({ method, path, source, isStrict, segments }: Route, values: readonly string[]): RouteMatch {
  const parameters = segments.flatMap((segment, index) =>
    typeof segment === 'string' ? [] : [{ field: segment, value: values[index] ?? '' }],
  );
  return { method, path, source, isStrict, parameters };
}

function emptyNode(): Node {
  return { literals: new Map(), parameter: undefined, route: undefined };
}

function getOrAdd<V>(map: Map<string, V>, key: string, make: () => V): V {
  const present = map.get(key);
  if (present !== undefined) return present;
  const added = make();
  map.set(key, added);
  return added;
}
