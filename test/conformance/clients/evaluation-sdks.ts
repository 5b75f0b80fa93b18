import { isMessage } from '@bufbuild/protobuf';
import { flipt, fliptEvaluation } from '@pennon/proto';
import { type Request } from '../../support/http';
import { type GrpcCall } from '../grpc/call-of-request';
import { withHeaders, type PublishedClient } from './published-client';

type Evaluation = fliptEvaluation.EvaluationRequest;
type Batch = fliptEvaluation.BatchEvaluationRequest;

/** How an SDK writes its requests. */
interface Style {
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly contentType: string;
  readonly evaluation: (request: Evaluation) => object;
  /** Undefined when it cannot send that batch. */
  readonly batch: (request: Batch) => object | undefined;
  readonly stringify: (value: object) => string;
  /** The query of a list of flags, from that of the recording; undefined when it cannot ask so. */
  readonly listQuery: (query: URLSearchParams) => URLSearchParams | undefined;
}

/** Python's `flipt` 1.6.3 and 2.0.0: names in snake case, and `null` for what is not given. */
const python: Style = {
  name: 'Python SDK',
  headers: {
    Accept: '*/*',
    'Accept-Encoding': 'gzip, deflate',
    Connection: 'keep-alive',
    'User-Agent': 'python-httpx/0.27.2',
  },
  contentType: 'application/json',
  evaluation: pythonEvaluation,
  batch: ({ requestId, requests }) => ({
    request_id: requestId === '' ? null : requestId,
    requests: requests.map(pythonEvaluation),
    reference: null,
  }),
  stringify: asciiJson,
  // It writes all its parameters as one, which means nothing to a server: see the test of its own.
  listQuery: (query) => (query.size === 0 ? query : undefined),
};

/** Java's `flipt-java` 1.1.2: nothing that is empty is written. */
const java: Style = {
  name: 'Java SDK',
  headers: { 'Accept-Encoding': 'gzip', Connection: 'Keep-Alive', 'User-Agent': 'okhttp/4.12.0' },
  contentType: 'application/json; charset=utf-8',
  evaluation: javaEvaluation,
  batch: ({ requestId, requests }) => ({
    ...(requests.length > 0 && { requests: requests.map(javaEvaluation) }),
    ...(requestId !== '' && { requestId }),
  }),
  stringify: JSON.stringify,
  listQuery: (query) => new URLSearchParams({ limit: '0', offset: '0', ...Object.fromEntries(query) }),
};

/** Rust's `flipt` 1.4.1: no ids of requests. */
const rust: Style = {
  name: 'Rust SDK',
  headers: { Accept: '*/*' },
  contentType: 'application/json',
  evaluation: rustEvaluation,
  batch: ({ requestId, requests }) =>
    requestId === '' ? { requests: requests.map(rustEvaluation) } : undefined,
  stringify: JSON.stringify,
  listQuery: (query) => query,
};

/**
 * The SDKs that evaluate on the server and read flags.
 *
 * Source: https://github.com/flipt-io/flipt-server-sdks
 */
export const evaluationSdks: readonly PublishedClient[] = [python, java, rust].map((style) => ({
  name: style.name,
  write: (asked, call) => {
    const written = requestOf(style, asked, call);
    return written === undefined ? undefined : withHeaders(written, style.headers);
  },
}));

function requestOf(
  style: Style,
  { verb = 'GET', path }: Request,
  { method, request }: GrpcCall,
): Request | undefined {
  if (verb === 'GET' && method.parent === flipt.Flipt) {
    const [resource = '', query] = path.split('?');
    if (method.name === 'GetFlag' && style !== rust) return { path: resource };
    if (method.name !== 'ListFlags') return undefined;
    const own = style.listQuery(new URLSearchParams(query));
    return own === undefined
      ? undefined
      : { path: own.size === 0 ? resource : `${resource}?${own.toString()}` };
  }
  const body = bodyOf(style, request);
  if (body === undefined) return undefined;
  return { verb, path, body: style.stringify(body), headers: { 'Content-Type': style.contentType } };
}

function bodyOf(style: Style, request: GrpcCall['request']): object | undefined {
  // None of them gives a single evaluation an id.
  if (isMessage(request, fliptEvaluation.EvaluationRequestSchema)) {
    return request.requestId === '' ? style.evaluation(request) : undefined;
  }
  if (!isMessage(request, fliptEvaluation.BatchEvaluationRequestSchema)) return undefined;
  return request.requests.every(({ requestId }) => requestId === '') ? style.batch(request) : undefined;
}

function pythonEvaluation({ namespaceKey, flagKey, entityId, context }: Evaluation): object {
  const namespace = namespaceKey === '' ? 'default' : namespaceKey;
  return { namespace_key: namespace, flag_key: flagKey, entity_id: entityId, context, reference: null };
}

function javaEvaluation({ namespaceKey, flagKey, entityId, context }: Evaluation): object {
  return {
    ...(namespaceKey !== '' && { namespaceKey }),
    ...(flagKey !== '' && { flagKey }),
    ...(entityId !== '' && { entityId }),
    ...(Object.keys(context).length > 0 && { context }),
  };
}

function rustEvaluation({ namespaceKey, flagKey, entityId, context }: Evaluation): object {
  return { namespaceKey, flagKey, entityId, context };
}

/** JSON as Python writes it: other characters than those of ASCII by their numbers. */
function asciiJson(value: object): string {
  return JSON.stringify(value).replaceAll(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
