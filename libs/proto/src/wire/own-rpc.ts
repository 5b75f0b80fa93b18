import type { DescMethod } from '@bufbuild/protobuf';

/** True for an RPC of Pennon's own, which Flipt does not have. */
export function isOwn({ parent }: DescMethod): boolean {
  return parent.typeName.startsWith('pennon.');
}
