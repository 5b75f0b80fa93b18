import { getOption, ScalarType, type DescMethod, type DescService } from '@bufbuild/protobuf';
import { http } from '../../libs/proto/src/gen/google/api/annotations_pb';

/** An HTTP route of an RPC. */
export interface RpcRoute {
  readonly method: DescMethod;
  readonly verb: string;
  /** As `proto/` writes it. */
  readonly pattern: string;
  /** With a value for each parameter. */
  readonly path: string;
  readonly hasBody: boolean;
}

/** Every HTTP route of these services, aliases included. */
export function routesOf(services: readonly DescService[]): readonly RpcRoute[] {
  return services
    .flatMap(({ methods }) => methods)
    .flatMap((method) => {
      const rule = getOption(method, http);
      return [rule, ...rule.additionalBindings].flatMap(({ pattern, body }) => {
        if (pattern.case === undefined || pattern.case === 'custom') return [];
        const path = pattern.value.replaceAll(/\{([^}]+)\}/g, (_, name: string) => valueFor(method, name));
        const verb = pattern.case.toUpperCase();
        return [{ method, verb, pattern: pattern.value, path, hasBody: body === '*' }];
      });
    });
}

/** A value that the field of a path takes. */
function valueFor({ input }: DescMethod, name: string): string {
  const field = input.fields.find((one) => one.name === name);
  return field?.scalar === ScalarType.INT64 ? '1' : 'x';
}

/** The full name of an RPC, such as `flipt.Flipt/GetFlag`. */
export function nameOf({ parent, name }: DescMethod): string {
  return `${parent.typeName}/${name}`;
}
