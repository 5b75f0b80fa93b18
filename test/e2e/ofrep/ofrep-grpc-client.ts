import { join } from 'node:path';
import {
  credentials,
  loadPackageDefinition,
  Metadata,
  type Client,
  type requestCallback,
  type ServiceClientConstructor,
  type ServiceError,
} from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';

/** What came back from a call: the message, or the error, and the metadata before it. */
export interface GrpcReply {
  readonly message?: unknown;
  readonly error?: ServiceError;
  readonly headers: Metadata;
}

const service = loadPackageDefinition(
  loadSync('flipt/ofrep.proto', {
    includeDirs: [join(process.cwd(), 'proto')],
    enums: String,
    defaults: true,
  }),
) as unknown as { flipt: { ofrep: { OFREPService: ServiceClientConstructor } } };

type Call = (
  request: object,
  metadata: Metadata,
  callback: requestCallback<unknown>,
) => ReturnType<Client['makeUnaryRequest']>;

/** A client of the OFREP service that knows it from `proto/` alone, and shares no code with the server. */
export class OfrepGrpcClient {
  private readonly client: Client;

  constructor(address: string) {
    this.client = new service.flipt.ofrep.OFREPService(address, credentials.createInsecure());
  }

  /** Calls the method; never rejects. @param values Metadata to send. */
  async call(
    method: 'EvaluateFlag' | 'EvaluateBulk' | 'GetProviderConfiguration',
    request: object = {},
    values: Readonly<Record<string, string>> = {},
  ): Promise<GrpcReply> {
    const metadata = new Metadata();
    for (const [name, value] of Object.entries(values)) metadata.set(name, value);
    const stub = (this.client as unknown as Readonly<Record<typeof method, Call>>)[method];
    return new Promise((resolve) => {
      let headers = new Metadata();
      const call = stub.call(this.client, request, metadata, (error, message) => {
        resolve(error === null ? { message, headers } : { error, headers });
      });
      call.once('metadata', (received: Metadata) => {
        headers = received;
      });
    });
  }

  close(): void {
    this.client.close();
  }
}
