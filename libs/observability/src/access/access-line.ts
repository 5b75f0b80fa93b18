import { type TraceFields } from './trace-fields';

/** What the line of an answered request says. */
export const ANSWERED = 'request answered';

/** A request as its line shows it. Neither headers nor query nor body, which may hold credentials. */
export interface AccessLine extends Partial<TraceFields> {
  readonly req: {
    /** The id that the answer carries too. */
    readonly id: string;
    /** Method and path over HTTP. */
    readonly verb?: string | undefined;
    readonly path?: string | undefined;
    /** Path of the RPC over gRPC, such as `/flipt.Flipt/GetFlag`. */
    readonly rpc?: string | undefined;
  };
  readonly client: {
    /** Address of the client, or of the last proxy that is not trusted. */
    readonly address: string;
    /** Id of the authentication behind the client's token, or the subject of its JWT; undefined for neither. */
    readonly authentication?: string;
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
