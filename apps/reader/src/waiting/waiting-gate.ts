import { type DescMethod, type Message } from '@bufbuild/protobuf';
import { Gate, grpcHealth } from '@pennon/api';
import { type WaitingReason } from './waiting-reason';

/** Lets nobody in who asks for more than the health: who may call is not known yet. */
export class WaitingGate extends Gate {
  constructor(private readonly reason: WaitingReason) {
    super();
  }

  admitLarge(): void {
    throw this.reason.refusal();
  }

  admit({ parent }: DescMethod, _request: Message): void {
    if (parent !== grpcHealth.Health) throw this.reason.refusal();
  }

  refused(): void {
    // Nothing to clean up.
  }
}
