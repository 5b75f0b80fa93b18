import { join } from 'node:path';
import { type Inside } from '../workers/seat';

/** Where the leader listens for the other workers. */
export interface InsideSockets {
  readonly http: string;
  readonly grpc: string;
}

export function insideSockets({ directory }: Inside): InsideSockets {
  return { http: join(directory, 'http'), grpc: join(directory, 'grpc') };
}
