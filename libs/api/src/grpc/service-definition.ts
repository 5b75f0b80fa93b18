import { type MethodDefinition, type ServiceDefinition } from '@grpc/grpc-js';
import { type DescMethod, type DescService } from '@bufbuild/protobuf';

/** How grpc-js is to serve a service: as bytes, because messages are decoded and encoded where errors are answered. */
export function serviceDefinitionOf(service: DescService): ServiceDefinition {
  return Object.fromEntries(service.methods.map((method) => [method.name, methodDefinitionOf(method)]));
}

/** The path of a method on the wire, such as `/flipt.Flipt/GetFlag`. */
export function pathOfMethod({ parent, name }: DescMethod): string {
  return `/${parent.typeName}/${name}`;
}

function methodDefinitionOf(method: DescMethod): MethodDefinition<Buffer, Buffer> {
  const { methodKind } = method;
  return {
    path: pathOfMethod(method),
    requestStream: methodKind === 'client_streaming' || methodKind === 'bidi_streaming',
    responseStream: methodKind === 'server_streaming' || methodKind === 'bidi_streaming',
    requestSerialize: same,
    requestDeserialize: same,
    responseSerialize: same,
    responseDeserialize: same,
  };
}

function same(bytes: Buffer): Buffer {
  return bytes;
}
