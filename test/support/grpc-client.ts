import {
  Client,
  credentials,
  Metadata,
  status,
  type CallOptions,
  type ChannelOptions,
  type ClientUnaryCall,
  type StatusObject,
} from '@grpc/grpc-js';
import {
  create,
  fromBinary,
  toBinary,
  type DescMessage,
  type DescMethod,
  type DescMethodServerStreaming,
  type DescMethodUnary,
  type Message,
  type MessageInitShape,
  type MessageShape,
} from '@bufbuild/protobuf';
import { GrpcStream } from './grpc-stream';

/** What may accompany a request message. */
export interface GrpcExtras {
  readonly metadata?: Readonly<Record<string, string>>;
  readonly options?: CallOptions;
}

/** All that came back from a unary call. */
export interface GrpcAnswer {
  readonly code: status;
  readonly details: string;
  /** Metadata before the message. */
  readonly headers: Metadata;
  /** Metadata with the status. */
  readonly trailers: Metadata;
  /** The message; empty when the call failed. */
  readonly bytes: Buffer;
}

/** What tests compare of a call: its message, or why there is none. */
export type GrpcOutcome<T> = { readonly message: T } | GrpcRefusal;

/** Why a call failed. */
export interface GrpcRefusal {
  readonly code: status;
  readonly details: string;
}

/** A client of the gRPC door with a connection of its own. It knows the messages; it sends any bytes. */
export class GrpcClient {
  private readonly client: Client;

  constructor(address: string, options: ChannelOptions = {}, security = credentials.createInsecure()) {
    const ownConnection = { 'grpc.use_local_subchannel_pool': 1 };
    this.client = new Client(address, security, { ...ownConnection, ...options });
  }

  /** The outcome of a call. */
  async call<I extends DescMessage, O extends DescMessage>(
    method: DescMethodUnary<I, O>,
    request: MessageInitShape<I>,
    extras: GrpcExtras = {},
  ): Promise<GrpcOutcome<MessageShape<O>>> {
    const answer = await this.sendMessage(method, create(method.input, request), extras);
    const { code, details, bytes } = answer;
    return code === status.OK ? { message: fromBinary(method.output, bytes) } : { code, details };
  }

  /** All that comes back for this message; never rejects. */
  async sendMessage(method: DescMethod, request: Message, extras: GrpcExtras = {}): Promise<GrpcAnswer> {
    return this.send(pathOf(method), toBinary(method.input, request), extras);
  }

  /** All that comes back for these bytes; never rejects. @param path Such as `/flipt.Flipt/GetFlag`. */
  async send(path: string, bytes: Uint8Array, extras: GrpcExtras = {}): Promise<GrpcAnswer> {
    return new Promise((resolve) => {
      let headers = new Metadata();
      let answer: Buffer | undefined;
      const call = this.begin(path, bytes, extras, (message) => {
        answer = message;
      });
      call.once('metadata', (metadata: Metadata) => {
        headers = metadata;
      });
      call.once('status', ({ code, details, metadata: trailers }: StatusObject) => {
        // The message is handed over right after the status.
        setImmediate(() => {
          resolve({ code, details, headers, trailers, bytes: answer ?? Buffer.alloc(0) });
        });
      });
    });
  }

  /** Begins a call; the test cancels it, or takes the message. */
  begin(
    path: string,
    bytes: Uint8Array,
    { metadata = {}, options = {} }: GrpcExtras = {},
    take: (message: Buffer | undefined) => void = () => undefined,
  ): ClientUnaryCall {
    return this.client.makeUnaryRequest(
      path,
      same,
      same,
      Buffer.from(bytes),
      metadataOf(metadata),
      options,
      (_, message) => {
        take(message);
      },
    );
  }

  /** The messages of a call that answers with many. */
  watch<I extends DescMessage, O extends DescMessage>(
    method: DescMethodServerStreaming<I, O>,
    request: MessageInitShape<I>,
  ): GrpcStream<MessageShape<O>> {
    const bytes = Buffer.from(toBinary(method.input, create(method.input, request)));
    const deserialize = (answer: Buffer): MessageShape<O> => fromBinary(method.output, answer);
    return new GrpcStream(this.client.makeServerStreamRequest(pathOf(method), same, deserialize, bytes));
  }

  /** Resolves when it is connected. */
  async ready(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.client.waitForReady(Date.now() + 10_000, (error) => {
        if (error === undefined) resolve();
        else reject(error);
      });
    });
  }

  close(): void {
    this.client.close();
  }
}

/** The path of a method on the wire. */
export function pathOf({ parent, name }: DescMethod): string {
  return `/${parent.typeName}/${name}`;
}

function metadataOf(values: Readonly<Record<string, string>>): Metadata {
  const metadata = new Metadata();
  for (const [name, value] of Object.entries(values)) metadata.set(name, value);
  return metadata;
}

function same(bytes: Buffer): Buffer {
  return bytes;
}
