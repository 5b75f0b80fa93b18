import { type handleBidiStreamingCall, type Server } from '@grpc/grpc-js';
import { type PackageDefinition } from '@grpc/proto-loader';
import { ReflectionService } from '@grpc/reflection';
import { toBinary, type DescFile, type DescService } from '@bufbuild/protobuf';
import { FileDescriptorProtoSchema } from '@bufbuild/protobuf/wkt';

type Answering = handleBidiStreamingCall<unknown, unknown>;

/** Adds the gRPC services that tell generic clients which services and messages there are. */
export function addReflection(server: Pick<Server, 'addService'>, services: readonly DescService[]): void {
  const files = new Set<DescFile>();
  for (const { file } of services) collect(file, files);
  const fileDescriptorProtos = [...files].map(({ proto }) =>
    Buffer.from(toBinary(FileDescriptorProtoSchema, proto)),
  );
  // Reflection reads nothing but the files, which every definition of proto-loader carries.
  const definitions = { files: { fileDescriptorProtos } } as unknown as PackageDefinition;
  const names = services.map(({ typeName }) => typeName);
  new ReflectionService(definitions, { services: names }).addToServer({
    addService(definition, { ServerReflectionInfo: answer }) {
      server.addService(definition, { ServerReflectionInfo: inStep(answer as Answering) });
    },
  });
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
