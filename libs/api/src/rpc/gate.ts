import { type DescMethod, type Message } from '@bufbuild/protobuf';
import { type ErrorStatus } from '../errors/error-status';
import { type RpcCall } from './rpc-call';

/** Decides who may call what. Every door asks it after a message is decoded and before its handler runs. */
export abstract class Gate {
  /**
   * Lets the call pass, and notes on it who calls; throws, or rejects, when it must not pass.
   *
   * Returns at once when all it needs is at hand, because waiting for what is there costs evaluation a turn.
   */
  abstract admit(method: DescMethod, request: Message, call: RpcCall): void | Promise<void>;

  /** Hears of every call that is refused or fails, and of why, before the answer is written. */
  abstract refused(method: DescMethod, call: RpcCall, status: ErrorStatus, error: unknown): void;
}

/** Lets everybody in. */
export class OpenGate extends Gate {
  admit(): void {
    // Nothing to prove.
  }

  refused(): void {
    // Nothing to clean up.
  }
}
