import { join } from 'node:path';
import {
  credentials,
  loadPackageDefinition,
  type ClientReadableStream,
  type requestCallback,
  type ServiceClientConstructor,
} from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import { GrpcStream } from './grpc-stream';

/** What grpc-js makes of the methods of a service. */
type Methods = Readonly<Record<string, (request: object, callback?: requestCallback<unknown>) => unknown>>;

const PROTOS = join(__dirname, '../../proto');

const options = {
  includeDirs: [PROTOS],
  keepCase: true,
  defaults: true,
  enums: String,
  longs: Number,
  oneofs: true,
};

/**
 * A plain client of one service, which other libraries make from its `.proto`: what it reads and writes owes nothing
 * to our generated code. Fields are named as in `proto/`.
 */
export class IndependentClient {
  private readonly client: InstanceType<ServiceClientConstructor>;

  /** @param file Below `proto/`. @param service Full name, such as `flipt.Flipt`. */
  constructor(address: string, file: string, service: string) {
    const loaded: unknown = loadPackageDefinition(loadSync(file, options));
    const Client = service
      .split('.')
      .reduce((part, name) => (part as Readonly<Record<string, unknown>>)[name], loaded);
    this.client = new (Client as ServiceClientConstructor)(address, credentials.createInsecure(), {
      'grpc.use_local_subchannel_pool': 1,
    });
  }

  /** The answer. Rejects with code and details when there is none. */
  async ask(method: string, request: object = {}): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.methods[method]?.call(this.client, request, (error, answer) => {
        if (error === null) resolve(answer);
        else reject(error);
      });
    });
  }

  /** The answers of a method that has many. */
  watch<T>(method: string, request: object = {}): GrpcStream<T> {
    return new GrpcStream(this.methods[method]?.call(this.client, request) as ClientReadableStream<T>);
  }

  close(): void {
    this.client.close();
  }

  private get methods(): Methods {
    return this.client as unknown as Methods;
  }
}
