import { type PackageDefinition } from '@grpc/proto-loader';
import { ReflectionService } from '@grpc/reflection';
import { toBinary, type DescFile, type DescService } from '@bufbuild/protobuf';
import { FileDescriptorProtoSchema } from '@bufbuild/protobuf/wkt';

/** The gRPC service that tells generic clients which services and messages there are. */
export function reflectionOf(services: readonly DescService[]): ReflectionService {
  const files = new Set<DescFile>();
  for (const { file } of services) collect(file, files);
  const fileDescriptorProtos = [...files].map(({ proto }) =>
    Buffer.from(toBinary(FileDescriptorProtoSchema, proto)),
  );
  // Reflection reads nothing but the files, which every definition of proto-loader carries.
  const definitions = { files: { fileDescriptorProtos } } as unknown as PackageDefinition;
  return new ReflectionService(definitions, { services: services.map(({ typeName }) => typeName) });
}

function collect(file: DescFile, files: Set<DescFile>): void {
  if (files.has(file)) return;
  files.add(file);
  for (const dependency of file.dependencies) collect(dependency, files);
}
