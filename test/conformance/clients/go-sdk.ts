import { toJson, type Message } from '@bufbuild/protobuf';
import { flipt, fliptEvaluation } from '@pennon/proto';
import { type GrpcCall } from '../grpc/call-of-request';
import { shortenFloats } from '../grpc/shorten-floats';
import { withHeaders, type PublishedClient } from './published-client';

/** What `net/http` sends. The SDK does not say that its bodies are JSON. */
const headers = { 'User-Agent': 'Go-http-client/1.1', 'Accept-Encoding': 'gzip' };

const services: readonly unknown[] = [
  flipt.Flipt,
  fliptEvaluation.EvaluationService,
  fliptEvaluation.DataService,
];

/** Fields that the SDK writes into the query, whatever they hold. */
const inQuery = ['force', 'limit', 'method', 'offset', 'pageToken', 'reference', 'variantId'];

/**
 * The Go SDK over HTTP: bodies repeat what is in the path and lack what has its default value, queries have everything.
 *
 * Source: https://github.com/flipt-io/flipt/tree/v1.61.1/sdk/go/http
 */
export const goSdk: PublishedClient = {
  name: 'Go SDK',
  write({ verb = 'GET', path, headers: own = {} }, call) {
    const [resource = ''] = path.split('?');
    if (
      !services.includes(call.method.parent) ||
      !/^\/(api\/v1\/namespaces|evaluate|internal)\b/.test(path)
    ) {
      return undefined;
    }
    const hasBody = verb === 'POST' || verb === 'PUT';
    const written = hasBody
      ? { path: resource, body: bodyOf(call) }
      : { path: `${resource}?${queryOf(call)}` };
    return withHeaders({ verb, headers: own, ...written }, headers);
  },
};

function bodyOf({ method, request }: GrpcCall): string {
  shortenFloats(method.input, request);
  return JSON.stringify(toJson(method.input, request));
}

function queryOf({ method, request }: GrpcCall): string {
  const values = request as Message & Readonly<Record<string, unknown>>;
  const fields = method.input.fields
    .map(({ localName }) => localName)
    .filter((name) => inQuery.includes(name));
  const query = Object.fromEntries(fields.toSorted().map((name) => [name, String(values[name])]));
  return new URLSearchParams(query).toString();
}
