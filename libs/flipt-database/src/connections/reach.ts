import { type ServerAddress } from '@pennon/config';
import { UnavailableError } from '@pennon/domain';
import { driverFailure } from './driver-failure';

/** How long a server may take to answer at first, in milliseconds. */
export const CONNECT_TIMEOUT_MS = 10_000;

/** Connects to a server. @throws UnavailableError if that cannot be. It names the server without user and password. */
export async function reach<T>({ location }: ServerAddress, connect: () => Promise<T>): Promise<T> {
  try {
    return await connect();
  } catch (error) {
    if (error instanceof UnavailableError) throw error;
    throw driverFailure('reached', location, error);
  }
}
