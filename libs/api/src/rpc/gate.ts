import { type DescMethod, type Message } from '@bufbuild/protobuf';
import { type ErrorStatus } from '../errors/error-status';
import { type RpcCall } from './rpc-call';

/** Largest message that anybody may send, in bytes. A larger one is read only for callers who show a credential. */
export const MAX_ANONYMOUS_BYTES = 65_536;

/** Decides who may call what. Every door asks it after a message is decoded and before its handler runs. */
export abstract class Gate {
  /**
   * Lets the message of a call be larger than {@link MAX_ANONYMOUS_BYTES}; throws when the headers alone show that no
   * message would pass {@link admit}. Asked while the message is still arriving.
   */
  abstract admitLarge(method: DescMethod, call: RpcCall): void;

  /**
   * Lets the call pass, and notes on it who calls; throws, or rejects, when it must not pass.
   *
   * Returns at once when all it needs is at hand, because waiting for what is there costs evaluation a turn.
   */
  abstract admit(method: DescMethod, request: Message, call: RpcCall): void | Promise<void>;

  /**
   * Checks a call again that was admitted by its path alone, now that the rest of its message is read; throws when it
   * must not pass.
   */
  abstract admitWhole(method: DescMethod, request: Message, call: RpcCall): void;

  /**
   * Whether the caller of a call that was admitted may also call another method, for a request that names this
   * namespace, if requests of the method name one.
   */
  abstract allows(method: DescMethod, namespaceKey: string, call: RpcCall): boolean;

  /** Hears of every call that is refused or fails, and of why, before the answer is written. */
  abstract refused(method: DescMethod, call: RpcCall, status: ErrorStatus, error: unknown): void;
}

/** Lets everybody in. */
export class OpenGate extends Gate {
  admitLarge(): void {
    // Nothing to prove.
  }

  admit(): void {
    // Nothing to prove.
  }

  admitWhole(): void {
    // Nothing to prove.
  }

  allows(): boolean {
    return true;
  }

  refused(): void {
    // Nothing to clean up.
  }
}
