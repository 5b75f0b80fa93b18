import { Injectable } from '@nestjs/common';
import { BehaviorSubject, type Observable } from 'rxjs';

/** Whether this instance wants requests: from the moment it is ready until shutdown begins. */
@Injectable()
export class ServingState {
  private readonly serving = new BehaviorSubject(false);

  /** True between start and shutdown. */
  get isServing(): boolean {
    return this.serving.value;
  }

  /** The present state, and every change that follows. */
  get changes(): Observable<boolean> {
    return this.serving;
  }

  /** Everything is loaded: requests are welcome. */
  start(): void {
    this.serving.next(true);
  }

  /** Shutdown has begun: load balancers should turn away. */
  stop(): void {
    this.serving.next(false);
  }
}
