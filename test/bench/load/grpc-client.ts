import { connect, type Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { fromJson, toBinary } from '@bufbuild/protobuf';
import { grpcMethodOf, grpcPathOf, grpcRequests } from '../workload/requests';
import { type Client, type Errand } from './client';
import { callBytes, onStream, opening, PREFIX_BYTES } from './grpc-requests';
import { frameBytes, frameFlags, FrameReader, frameTypes, type Frame } from './http2-frames';

const BUFFER_BYTES = 64 * 1024;

/** How many calls each connection has under way. */
const STREAMS = 4;

/** `grpc-status: 0` as its length and bytes: the name in Huffman code, the value plain. */
const STATUS_OK = Buffer.from('889acac8b21234da8f' + '0130', 'hex');

/**
 * Asks over gRPC, speaking HTTP/2 by itself: with node:http2 it is nearly as busy as the server it measures.
 *
 * That every answer's status is read, and nothing else of its headers, is what the missing table is for.
 */
export const grpcClient: Client = {
  streams: STREAMS,
  encode({ authority, kind, flagCount, headers }) {
    const { input } = grpcMethodOf(kind);
    return grpcRequests(kind, flagCount).map((request) =>
      callBytes(authority, grpcPathOf(kind), headers, toBinary(input, fromJson(input, request))),
    );
  },
  runConnection: async (errand) =>
    new Promise((resolve, reject) => {
      new Connection(errand, resolve, reject);
    }),
};

/** A call under way. */
interface Call {
  readonly sentAt: number;
  /** Bytes of the answer still to come; undefined when no part of it has come yet. */
  missing: number | undefined;
}

class Connection {
  private readonly calls = new Map<number, Call>();
  private readonly reader = new FrameReader();
  private readonly socket: Socket;
  private next: number;
  private nextStreamId = 1;

  constructor(
    private readonly errand: Errand,
    private readonly resolve: () => void,
    private readonly reject: (error: unknown) => void,
  ) {
    this.next = errand.first;
    const callback = (count: number, bytes: Uint8Array): boolean => {
      this.receive(bytes.subarray(0, count));
      return true;
    };
    const onread = { buffer: Buffer.allocUnsafe(BUFFER_BYTES), callback };
    this.socket = connect({ host: errand.host, port: errand.port, noDelay: true, onread }, () => {
      this.socket.write(opening());
      for (let stream = 0; stream < STREAMS; stream++) this.sendNext();
    });
    this.socket.once('error', reject);
    this.socket.once('close', () => {
      reject(new Error('the server closed the connection'));
    });
  }

  private sendNext(): void {
    this.errand.timetable.next((since) => {
      this.send(since);
    });
  }

  /** Sends the next request, or, when there is none, ends as soon as nothing is under way any more. */
  private send(sentAt: number | undefined): void {
    const { requests } = this.errand;
    const request = requests[this.next++ % requests.length];
    if (sentAt !== undefined && request !== undefined) {
      this.socket.write(onStream(request, this.nextStreamId));
      this.calls.set(this.nextStreamId, { sentAt, missing: undefined });
      this.nextStreamId += 2;
    } else if (this.calls.size === 0) {
      this.resolve();
      this.socket.destroy();
    }
  }

  private receive(bytes: Uint8Array): void {
    // What these frames have it send goes off in one piece.
    this.socket.cork();
    try {
      for (const frame of this.reader.read(bytes)) this.take(frame);
    } catch (error) {
      this.reject(error);
      this.socket.destroy();
    }
    this.socket.uncork();
  }

  private take(frame: Frame): void {
    const { type, flags, streamId, payload } = frame;
    switch (type) {
      case frameTypes.data: {
        const call = this.callOn(streamId);
        call.missing = (call.missing ?? PREFIX_BYTES + payload.readUInt32BE(1)) - payload.length;
        break;
      }
      case frameTypes.headers:
        if ((flags & frameFlags.endStream) !== 0) this.finish(frame);
        break;
      case frameTypes.settings:
      case frameTypes.ping:
        if ((flags & frameFlags.ack) === 0) this.acknowledge(frame);
        break;
      case frameTypes.windowUpdate:
        // Nothing is sent that does not fit into the first window.
        break;
      default:
        throw new Error(`a frame of type ${type}: ${payload.toString('hex')}`);
    }
  }

  /** The trailers are here. */
  private finish({ streamId, payload }: Frame): void {
    const { missing, sentAt } = this.callOn(streamId);
    if (missing !== 0 || !payload.includes(STATUS_OK)) {
      throw new Error(`not an answer to go on from: ${missing} bytes missing, ${payload.toString('latin1')}`);
    }
    this.calls.delete(streamId);
    this.errand.onAnswer(performance.now() - sentAt);
    this.sendNext();
  }

  private acknowledge({ type, payload }: Frame): void {
    const content = type === frameTypes.ping ? payload : Buffer.alloc(0);
    this.socket.write(frameBytes({ type, flags: frameFlags.ack, streamId: 0, payload: content }));
  }

  private callOn(streamId: number): Call {
    const call = this.calls.get(streamId);
    if (call === undefined) throw new Error(`nothing was sent on stream ${streamId}`);
    return call;
  }
}
