import {
  type handleBidiStreamingCall,
  type MethodDefinition,
  type Server,
  type ServiceDefinition,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import { type PackageDefinition } from '@grpc/proto-loader';
import type * as library from '@grpc/reflection';
import { toBinary, type DescFile, type DescService } from '@bufbuild/protobuf';
import { FileDescriptorProtoSchema } from '@bufbuild/protobuf/wkt';

/** The versions of the service, which differ in nothing but their names. */
const versions = ['v1', 'v1alpha'] as const;

/** The one method of the service. */
const METHOD = 'ServerReflectionInfo';

type Answering = handleBidiStreamingCall<unknown, unknown>;

/** What answers one version of the service. */
interface Reflection {
  readonly method: MethodDefinition<unknown, unknown>;
  readonly answer: Answering;
}

/**
 * Adds the gRPC services that tell generic clients which services and messages there are.
 *
 * What answers is loaded by the first question: few servers are ever asked, and it would take a seventh of every start.
 */
export function addReflection(server: Pick<Server, 'addService'>, services: readonly DescService[]): void {
  let loaded: ReadonlyMap<string, Reflection> | undefined;
  for (const version of versions) {
    const path = `/grpc.reflection.${version}.ServerReflection/${METHOD}`;
    const reflection = (): Reflection => {
      loaded ??= loadReflection(services);
      const found = loaded.get(path);
      if (found === undefined) throw new Error(`there is no reflection at ${path}`);
      return found;
    };
    const method: MethodDefinition<unknown, unknown> = {
      path,
      requestStream: true,
      responseStream: true,
      requestSerialize: (request) => reflection().method.requestSerialize(request),
      requestDeserialize: (bytes) => reflection().method.requestDeserialize(bytes),
      responseSerialize: (response) => reflection().method.responseSerialize(response),
      responseDeserialize: (bytes) => reflection().method.responseDeserialize(bytes),
    };
    server.addService(
      { [METHOD]: method },
      {
        [METHOD]: inStep((call) => {
          reflection().answer(call);
        }),
      },
    );
  }
}

/** Every version by its path. */
function loadReflection(services: readonly DescService[]): ReadonlyMap<string, Reflection> {
  // oxlint-disable-next-line typescript/no-require-imports -- messages are decoded at once, which cannot wait.
  const { ReflectionService } = require('@grpc/reflection') as typeof library;
  const files = new Set<DescFile>();
  for (const { file } of services) collect(file, files);
  const fileDescriptorProtos = [...files].map(({ proto }) =>
    Buffer.from(toBinary(FileDescriptorProtoSchema, proto)),
  );
  // Reflection reads nothing but the files, which every definition of proto-loader carries.
  const definitions = { files: { fileDescriptorProtos } } as unknown as PackageDefinition;
  const names = services.map(({ typeName }) => typeName);
  const found = new Map<string, Reflection>();
  new ReflectionService(definitions, { services: names }).addToServer({
    addService({ [METHOD]: method }: ServiceDefinition, { [METHOD]: answer }: UntypedServiceImplementation) {
      if (method !== undefined) found.set(method.path, { method, answer: answer as Answering });
    },
  });
  return found;
}

/** Puts the next question off until the answers so far are on their way: a client that never reads has few in store. */
function inStep(answer: Answering): Answering {
  return (call) => {
    answer(call);
    call.on('data', () => {
      if (!call.writableNeedDrain) return;
      call.pause();
      call.once('drain', () => call.resume());
    });
  };
}

function collect(file: DescFile, files: Set<DescFile>): void {
  if (files.has(file)) return;
  files.add(file);
  for (const dependency of file.dependencies) collect(dependency, files);
}
