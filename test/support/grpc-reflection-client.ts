import { dirname, join } from 'node:path';
import {
  credentials,
  loadPackageDefinition,
  type ClientDuplexStream,
  type GrpcObject,
  type ServiceClientConstructor,
} from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import { fromBinary } from '@bufbuild/protobuf';
import { FileDescriptorProtoSchema, type FileDescriptorProto } from '@bufbuild/protobuf/wkt';
import { GrpcStream } from './grpc-stream';

/** The versions of the reflection protocol; they differ in nothing but their names. */
export type ReflectionVersion = 'v1' | 'v1alpha';

/** What is answered to a question about services or files. */
export interface ReflectionAnswer {
  readonly list_services_response?: { readonly service: readonly { readonly name: string }[] };
  readonly file_descriptor_response?: { readonly file_descriptor_proto: readonly Uint8Array[] };
  readonly error_response?: { readonly error_code: number; readonly error_message: string };
}

/** What `grpcurl` and its kind are: a client that asks the server which services and messages there are. */
export class ReflectionClient {
  private readonly client: InstanceType<ServiceClientConstructor>;

  constructor(address: string, version: ReflectionVersion) {
    // The package does not export its .proto files.
    const protos = join(dirname(require.resolve('@grpc/reflection')), '../proto');
    const file = `grpc/reflection/${version}/reflection.proto`;
    const loaded = loadPackageDefinition(
      loadSync(file, { includeDirs: [protos], keepCase: true, oneofs: true }),
    );
    const { reflection } = loaded.grpc as Readonly<Record<string, GrpcObject>>;
    const versioned = reflection?.[version] as GrpcObject;
    const Client = versioned.ServerReflection as ServiceClientConstructor;
    this.client = new Client(address, credentials.createInsecure());
  }

  /** Asks one question. */
  async ask(question: object): Promise<ReflectionAnswer> {
    const [answer] = await this.askAll([question]);
    return answer ?? {};
  }

  /** Asks questions at once, on one stream. */
  async askAll(questions: readonly object[]): Promise<readonly ReflectionAnswer[]> {
    const call = this.client.ServerReflectionInfo?.() as unknown as ClientDuplexStream<
      object,
      ReflectionAnswer
    >;
    const answers = new GrpcStream<ReflectionAnswer>(call);
    for (const question of questions) call.write(question);
    call.end();
    const received: ReflectionAnswer[] = [];
    while (received.length < questions.length) received.push(await answers.next());
    return received;
  }

  /** The files that are answered to a question. */
  async files(question: object): Promise<readonly FileDescriptorProto[]> {
    const { file_descriptor_response: response, error_response: error } = await this.ask(question);
    if (response === undefined) throw new Error(error?.error_message);
    return response.file_descriptor_proto.map((bytes) => fromBinary(FileDescriptorProtoSchema, bytes));
  }

  close(): void {
    this.client.close();
  }
}
