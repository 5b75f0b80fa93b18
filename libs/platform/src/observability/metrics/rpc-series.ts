import { grpcCodes, type CountedMethod, type RpcCount, type RpcCounts } from './rpc-counts';
import { type Labels, type Sample, type Series } from './series';

/** Words of `grpc_type`. */
const types: Readonly<Record<CountedMethod['methodKind'], string>> = {
  unary: 'unary',
  server_streaming: 'server_stream',
  client_streaming: 'client_stream',
  bidi_streaming: 'bidi_stream',
};

/** What there is to tell of RPCs by the names of gRPC's own library, calls over HTTP included. */
export function rpcSeries(counts: RpcCounts): readonly Series[] {
  const perRpc = (name: string, help: string, value: (count: RpcCount) => number): Series => ({
    name,
    help,
    type: 'counter',
    collect: () => Array.from(counts.all(), (count) => ({ labels: labelsOf(count), value: value(count) })),
  });
  return [
    perRpc(
      'grpc_server_started_total',
      'Calls that have begun, over gRPC and HTTP.',
      (count) => count.started,
    ),
    {
      name: 'grpc_server_handled_total',
      help: 'Calls that have ended, over gRPC and HTTP, by gRPC code.',
      type: 'counter',
      collect: () => handled(counts),
    },
    perRpc(
      'grpc_server_msg_received_total',
      'Messages that were received; a call has one.',
      (count) => count.started,
    ),
    perRpc('grpc_server_msg_sent_total', 'Messages that were sent; a call that succeeds has one.', sent),
    {
      name: HANDLING_SECONDS,
      help: 'Time from the arrival of a call to its answer, in seconds.',
      type: 'histogram',
      collect: () => handlingSeconds(counts),
    },
  ];
}

/** Calls that were refused or failed. */
export function errorSeries(counts: RpcCounts): Series {
  return {
    name: 'flipt_server_errors_total',
    help: 'Calls that ended with an error, whichever.',
    type: 'counter',
    collect: () => [{ labels: {}, value: Array.from(counts.all(), failed).reduce((a, b) => a + b, 0) }],
  };
}

const HANDLING_SECONDS = 'grpc_server_handling_seconds';

/** Codes without a call are left out, but for `OK`: they would be nearly all lines of the text. */
function* handled(counts: RpcCounts): Iterable<Sample> {
  for (const count of counts.all()) {
    const labels = labelsOf(count);
    for (const [code, name] of grpcCodes.entries()) {
      const value = count.handled[code] ?? 0;
      if (value > 0 || name === 'OK') yield { labels: { grpc_code: name, ...labels }, value };
    }
  }
}

function* handlingSeconds(counts: RpcCounts): Iterable<Sample> {
  // Of an RPC that nobody calls, twenty lines of nothing would be half of the text.
  for (const count of counts.all())
    if (count.started > 0) yield* count.seconds.samples(HANDLING_SECONDS, labelsOf(count));
}

function labelsOf({ method }: RpcCount): Labels {
  return {
    grpc_method: method.name,
    grpc_service: method.parent.typeName,
    grpc_type: types[method.methodKind],
  };
}

function sent({ method, streamed, handled }: RpcCount): number {
  return method.methodKind === 'unary' ? (handled[0] ?? 0) : streamed;
}

function failed({ handled }: RpcCount): number {
  return handled.subarray(1).reduce((a, b) => a + b, 0);
}
