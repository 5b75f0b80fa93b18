import { type DescMethod, type Message } from '@bufbuild/protobuf';
import { services } from '../../../apps/writer/src/services';
import { DomainError } from '@pennon/domain';
import { messageFromQuery } from '../../../libs/api/src/http/query';
import { RouteTable, type RouteMatch } from '../../../libs/api/src/rpc/route-table';
import { messageFromJson } from '../../../libs/api/src/json/message-json';
import { type Request } from '../../support/http';

/** Deeper than any recorded metadata. */
const MAX_DEPTH = 100;

const routes = new RouteTable(services);

/** A call over gRPC. */
export interface GrpcCall {
  readonly method: DescMethod;
  readonly request: Message;
}

/** Why a request over HTTP has no counterpart over gRPC: no client of a typed message can make that mistake. */
export type Uncallable =
  | 'a route or verb that there is not'
  | 'a body that is not JSON'
  | 'a value of a type that the field does not have'
  | 'a query that cannot be read';

/** The call that asks over gRPC what the request asks over HTTP. */
export function callOfRequest({ verb = 'GET', path, body }: Request): GrpcCall | Uncallable {
  const [resource = '', query = ''] = path.split(/\?(.*)/s);
  const match = orRefused(() => routes.match(verb, resource));
  if (match === undefined) return 'a route or verb that there is not';
  const request =
    match.source === 'query' ? fromQuery(match, query) : fromBody(match, body?.toString() ?? '');
  if (typeof request === 'string') return request;
  const fields: Record<string, unknown> = request;
  for (const { field, value } of match.parameters) fields[field.localName] = value;
  return { method: match.method, request };
}

function fromQuery({ method, parameters }: RouteMatch, query: string): Message | Uncallable {
  const inPath = parameters.map(({ field }) => field);
  return orRefused(() => messageFromQuery(method.input, query, inPath)) ?? 'a query that cannot be read';
}

function fromBody({ method }: RouteMatch, text: string): Message | Uncallable {
  const parsed = parse(text);
  if (parsed === undefined) return 'a body that is not JSON';
  return (
    orRefused(() => messageFromJson(method.input, parsed.value, MAX_DEPTH)) ??
    'a value of a type that the field does not have'
  );
}

function parse(text: string): { readonly value: Parameters<typeof messageFromJson>[1] } | undefined {
  if (text === '') return { value: {} };
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** Undefined in place of the error with which our own decoder refuses input. */
function orRefused<T>(decode: () => T): T | undefined {
  try {
    return decode();
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}
