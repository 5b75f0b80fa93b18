import { Injectable } from '@nestjs/common';

/** Whether this instance wants requests: from the moment it is ready until shutdown begins. */
@Injectable()
export class ServingState {
  private serving = false;

  /** True between start and shutdown. */
  get isServing(): boolean {
    return this.serving;
  }

  /** Everything is loaded: requests are welcome. */
  start(): void {
    this.serving = true;
  }

  /** Shutdown has begun: load balancers should turn away. */
  stop(): void {
    this.serving = false;
  }
}
