import {
  Client,
  credentials,
  status,
  type handleUnaryCall,
  type Metadata,
  type sendUnaryData,
  type ServerUnaryCall,
  type ServiceError,
  type StatusObject,
} from '@grpc/grpc-js';
import { type DescMethod } from '@bufbuild/protobuf';
import { errorStatus, grpcStatusOf, pathOfMethod, PEER_HEADER, peerText } from '@pennon/api';
import { LeaderAwayError } from './leader-listener';

/** The leader bounds what it takes and gives, and it is to be found again as soon as it is back. */
const clientOptions = {
  'grpc.max_receive_message_length': -1,
  'grpc.max_send_message_length': -1,
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.min_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 500,
  'grpc.enable_channelz': 0,
};

/** Headers of HTTP/2 that grpc-js takes for metadata, and writes itself. */
const ofTheConnection = ['content-type', 'date', 'grpc-encoding', 'grpc-accept-encoding', 'accept-encoding'];

/** Hands calls on to the leader, as bytes. */
export class GrpcForwarder {
  private client: Client | undefined;

  constructor(
    private readonly socketPath: string,
    private readonly secret: string,
  ) {}

  /** What grpc-js calls for the method. */
  handlerOf(method: DescMethod): handleUnaryCall<Buffer, Buffer> {
    const path = pathOfMethod(method);
    return (call, callback) => {
      this.forward(path, call, callback);
    };
  }

  close(): void {
    this.client?.close();
  }

  private forward(
    path: string,
    call: ServerUnaryCall<Buffer, Buffer>,
    callback: sendUnaryData<Buffer>,
  ): void {
    this.client ??= new Client(`unix:${this.socketPath}`, credentials.createInsecure(), clientOptions);
    const metadata = call.metadata.clone();
    metadata.set(PEER_HEADER, peerText(this.secret, call.getPeer()));
    let hasHeaders = false;
    const handedOn = this.client.makeUnaryRequest(
      path,
      same,
      same,
      call.request,
      metadata,
      { deadline: call.getDeadline() },
      (error, bytes) => {
        if (error === null) callback(null, bytes);
        else callback(refusalOf(error, hasHeaders));
      },
    );
    handedOn.once('metadata', (headers: Metadata) => {
      hasHeaders = true;
      call.sendMetadata(endToEnd(headers));
    });
    call.once('cancelled', () => {
      handedOn.cancel();
    });
  }
}

/** The leader's own error, or one of ours if it gave no answer at all. */
function refusalOf({ code, details, metadata }: ServiceError, hasHeaders: boolean): StatusObject {
  const isOurs = code === status.DEADLINE_EXCEEDED || code === status.CANCELLED;
  // Whatever the leader sends has headers of HTTP/2 with it.
  const isAnswered = hasHeaders || Object.keys(metadata.getMap()).length > 0;
  if (!isOurs && !isAnswered) return grpcStatusOf(errorStatus(new LeaderAwayError()));
  return { code, details, metadata: endToEnd(metadata) };
}

/** Without what is about the connection it came by. */
function endToEnd(metadata: Metadata): Metadata {
  const kept = metadata.clone();
  for (const name of ofTheConnection) kept.remove(name);
  return kept;
}

function same(bytes: Buffer): Buffer {
  return bytes;
}
