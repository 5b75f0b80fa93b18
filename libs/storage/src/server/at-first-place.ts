import { eachPlace, type ServerAddress } from '@pennon/config';

/** Does that at the first of the places of a server where it can be done. @throws what it throws at the last one. */
export async function atFirstPlace<T>(
  address: ServerAddress,
  attempt: (place: ServerAddress) => Promise<T>,
): Promise<T> {
  let failure: unknown;
  for (const place of eachPlace(address)) {
    try {
      return await attempt(place);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}
