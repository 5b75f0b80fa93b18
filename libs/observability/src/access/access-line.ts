import { type TraceFields } from './trace-fields';

/** What the line of an answered request says. */
export const ANSWERED = 'request answered';

/** A request as its line shows it. Neither headers nor query nor body, which may hold credentials. */
export interface AccessLine extends Partial<TraceFields> {
  readonly req: {
    readonly id: string;
    /** Method and path over HTTP. */
    readonly verb?: string | undefined;
    readonly path?: string | undefined;
    /** Path of the RPC over gRPC, such as `/flipt.Flipt/GetFlag`. */
    readonly rpc?: string | undefined;
  };
  readonly res: {
    /** Status over HTTP. */
    readonly status?: number;
    /** Number of the gRPC code over gRPC. */
    readonly code?: number;
  };
  /** From the whole head of the request until the answer was made. */
  readonly durationMs: number;
}
