import { type DescMethod } from '@bufbuild/protobuf';

/** True for an RPC of authentication, whose paths lie below `/auth/v1`. */
export function isAuthRpc({ parent }: DescMethod): boolean {
  return parent.file.proto.package === 'flipt.auth';
}
