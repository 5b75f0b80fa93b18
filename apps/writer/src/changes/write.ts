import { AsyncLocalStorage } from 'node:async_hooks';
import { type DescMessage, type DescMethodUnary } from '@bufbuild/protobuf';
import { REVISION_HEADER, Rpc, type RpcHandler } from '@pennon/api';

/** What becomes known of a write while it is made. */
interface Receipt {
  revision: number | undefined;
}

/** Use cases know nothing of calls, and calls nothing of revisions: this leads from the one to the other. */
const receipts = new AsyncLocalStorage<Receipt>();

/** Notes the revision that a change has made, for the answer of the write that is under way. */
export function noteRevision(revision: number): void {
  const receipt = receipts.getStore();
  if (receipt !== undefined) receipt.revision = revision;
}

/**
 * Makes a controller's method the handler of an RPC that changes something in a namespace. Its answer has the revision
 * that the change made, which an evaluation may ask for wherever it goes.
 */
export function Write<I extends DescMessage, O extends DescMessage>(method: DescMethodUnary<I, O>) {
  return <T extends RpcHandler<I, O>>(
    target: object,
    name: string,
    descriptor: TypedPropertyDescriptor<T>,
  ): void => {
    const { value: handle } = descriptor;
    if (handle === undefined) throw new Error(`${name} is no method`);
    const telling: RpcHandler<I, O> = async function (this: unknown, request, call) {
      const receipt: Receipt = { revision: undefined };
      const answer = await receipts.run(receipt, () => handle.call(this, request, call));
      if (receipt.revision !== undefined) call.setHeader(REVISION_HEADER, `${receipt.revision}`);
      return answer;
    };
    descriptor.value = telling as T;
    Rpc(method)(target, name, descriptor);
  };
}
