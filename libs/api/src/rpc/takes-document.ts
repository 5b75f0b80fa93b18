import { type DescMethod } from '@bufbuild/protobuf';
import { TransferService } from '../gen/pennon/transfer_pb';

/** True for the RPC whose requests hold the document of a whole namespace. */
export function takesDocument(method: DescMethod): boolean {
  return method === TransferService.method.importNamespace;
}
