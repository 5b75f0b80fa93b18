import type { Route } from '@pennon/api';
import { VERSION } from '@pennon/platform';
import { comments } from '@pennon/proto';
import { openServices } from '@pennon/auth';
import type { AuthenticationConfig, Config, MetricsConfig } from '@pennon/config';
import { errorResponses, errorSchemas } from './errors';
import { operationOf } from './operation';
import { plainPaths, plainTag } from './plain-paths';
import { described, type JsonSchema, Schemas } from './schemas';

/** How a caller shows who it is. */
const securitySchemes: Readonly<Record<string, JsonSchema>> = {
  clientToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'A client token: `Authorization: Bearer <token>`.',
  },
  jwt: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: 'A JWT of an issuer that the server trusts: `Authorization: JWT <token>`.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'service_client_token',
    description: 'The session of a browser, which a login begins.',
  },
};

/** What a caller is to show: one of the schemes, or nothing where authentication is not required. */
function securityOf({
  required,
  methods,
}: Pick<AuthenticationConfig, 'required' | 'methods'>): readonly Readonly<
  Record<string, readonly string[]>
>[] {
  const schemes = Object.keys(securitySchemes).filter((name) => name !== 'jwt' || methods.jwt.enabled);
  return [...(required ? [] : [{}]), ...schemes.map((name) => ({ [name]: [] }))];
}

/** What the document needs of the configuration. */
export interface OpenApiConfig {
  readonly authentication: Pick<AuthenticationConfig, 'required' | 'exclude' | 'methods'>;
  readonly metrics: Pick<MetricsConfig, 'enabled'>;
  readonly ofrep: Config['ofrep'];
}

/** What a value of an OFREP context may be: in the dialect of OpenFeature any JSON, of which the server makes text. */
const ofrepContexts: Readonly<Record<Config['ofrep']['dialect'], JsonSchema>> = {
  flipt: { type: ['string', 'number', 'boolean', 'null'] },
  openfeature: {},
};

const description = [
  'Every route that this server answers, but for the files of the dashboard. The same RPCs are served over gRPC.',
  'Answers have all their fields, also those that are zero or empty; with `?pretty` they are indented and have not. ' +
    'A field that the schema does not require is left out where it is unset. 64-bit numbers are texts, and a moment is ' +
    'the text of RFC 3339. There may be fields that are not here yet: pass them over.',
  'In requests a field that is not required may be left out or null, and every field may be called by its name in ' +
    '`proto/`, such as `flag_key`. An enum may be its number, and a number a text. The path wins over the body. No text ' +
    'may hold U+0000. Calls of services named `pennon.…` refuse unknown fields and parameters; those of Flipt, and ' +
    'explanations, ignore them.',
  'Every answer names its request in the header `X-Request-Id`: the id that the caller sent by that name, if it is a plain ' +
    'one, or a new one. Lines of the log have it too.',
].join('\n\n');

/**
 * The API as an OpenAPI 3.1 document.
 *
 * @param routes Those that the server answers.
 */
export function openApiDocument(
  routes: readonly Route[],
  { authentication, metrics, ofrep }: OpenApiConfig,
): object {
  const schemas = new Schemas(
    routes.map(({ method }) => method),
    ofrepContexts[ofrep.dialect],
  );
  const open = openServices(authentication);
  const paths: Record<string, JsonSchema> = {};
  for (const route of routes) {
    const { path } = route;
    const first = routes.find(({ method }) => method === route.method);
    const operation = operationOf(route, first === route ? undefined : first, schemas, open);
    paths[path] = { ...paths[path], [route.verb.toLowerCase()]: operation };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Pennon', version: VERSION, description, license: { name: 'MIT', identifier: 'MIT' } },
    // Beside this document, also where a proxy strips a prefix.
    servers: [{ url: '.' }],
    security: securityOf(authentication),
    tags: [...tagsOf(routes), plainTag],
    paths: { ...paths, ...plainPaths(metrics.enabled) },
    components: {
      schemas: { ...errorSchemas, ...sorted(schemas.components) },
      responses: errorResponses,
      securitySchemes,
    },
  };
}

/** A tag for each service. */
function tagsOf(routes: readonly Route[]): readonly JsonSchema[] {
  const services = new Set(routes.map(({ method }) => method.parent.typeName));
  return [...services].map((name) => ({ name, ...described(comments.get(name)) }));
}

function sorted(components: Readonly<Record<string, JsonSchema>>): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(Object.entries(components).sort(([a], [b]) => (a < b ? -1 : 1)));
}
