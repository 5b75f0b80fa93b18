import { EventEmitter, once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { Server, ServerCredentials, type sendUnaryData, type ServerUnaryCall } from '@grpc/grpc-js';
import { type Certificates } from '../certificates';
import { LocalServer } from '../local-server';
import { spansIn, traceService, type ExportRequest, type ReceivedSpan } from './trace-service';

/** What a collector shows to be connected to by TLS; undefined for one without it. */
type Tls = Pick<Certificates, 'cert' | 'key'> | undefined;

/** A collector of a test's own: it takes spans, and keeps them. */
export abstract class Collector {
  /** All that it has got, in order. */
  readonly spans: ReceivedSpan[] = [];
  /** Headers, or metadata, of what it was last sent. */
  headers: Readonly<Record<string, unknown>> = {};

  private readonly news = new EventEmitter();

  /** As `tracing.otlp.endpoint` takes it. */
  abstract readonly endpoint: string;
  abstract stop(): Promise<void>;

  /** The spans of a trace, once there are so many of them. */
  async spansOf(traceId: string, count: number): Promise<readonly ReceivedSpan[]> {
    for (;;) {
      const found = this.spans.filter((span) => span.traceId === traceId);
      if (found.length >= count) return found;
      await once(this.news, 'spans');
    }
  }

  protected take(request: ExportRequest, headers: Readonly<Record<string, unknown>>): void {
    this.headers = headers;
    this.spans.push(...spansIn(request));
    this.news.emit('spans');
  }
}

/**
 * One that takes OTLP over HTTP, in protobuf. As strict as the receiver of the OpenTelemetry collector: 404 for other
 * paths, 405 for other methods, 415 for other media types, 400 for what cannot be read.
 */
export class HttpCollector extends Collector {
  private readonly server: LocalServer;

  private constructor(tls: Tls) {
    super();
    this.server = new LocalServer(async (request, response) => this.answer(request, response), tls);
  }

  static async start(tls?: Tls): Promise<HttpCollector> {
    const collector = new HttpCollector(tls);
    await collector.server.start();
    return collector;
  }

  get endpoint(): string {
    return this.server.url;
  }

  async stop(): Promise<void> {
    await this.server.stop();
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const bytes = await buffer(request);
    const status = refusalOf(request) ?? this.takeBytes(bytes, request.headers);
    response.writeHead(status, { 'Content-Type': PROTOBUF }).end();
  }

  /** @returns The status of the answer. */
  private takeBytes(bytes: Buffer, headers: IncomingHttpHeaders): number {
    try {
      const plain = headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes;
      this.take(traceService.Export?.requestDeserialize(plain) as ExportRequest, headers);
      return 200;
    } catch {
      return 400;
    }
  }
}

const PROTOBUF = 'application/x-protobuf';

function refusalOf({ method, url, headers }: IncomingMessage): number | undefined {
  if (url !== '/v1/traces') return 404;
  if (method !== 'POST') return 405;
  return headers['content-type'] === PROTOBUF ? undefined : 415;
}

/** One that takes OTLP over gRPC. */
export class GrpcCollector extends Collector {
  private readonly server = new Server();
  private port = 0;

  private constructor(private readonly tls: Tls) {
    super();
  }

  static async start(tls?: Tls): Promise<GrpcCollector> {
    const collector = new GrpcCollector(tls);
    await collector.listen();
    return collector;
  }

  get endpoint(): string {
    return `${this.tls === undefined ? '' : 'grpcs://'}127.0.0.1:${this.port}`;
  }

  async stop(): Promise<void> {
    this.server.forceShutdown();
    return Promise.resolve();
  }

  private async listen(): Promise<void> {
    this.server.addService(traceService, {
      Export: (call: ServerUnaryCall<ExportRequest, object>, callback: sendUnaryData<object>) => {
        this.take(call.request, call.metadata.getMap());
        callback(null, {});
      },
    });
    const credentials =
      this.tls === undefined
        ? ServerCredentials.createInsecure()
        : ServerCredentials.createSsl(null, [{ cert_chain: this.tls.cert, private_key: this.tls.key }]);
    this.port = await new Promise((resolve, reject) => {
      this.server.bindAsync('127.0.0.1:0', credentials, (error, port) => {
        if (error === null) resolve(port);
        else reject(error);
      });
    });
  }
}
