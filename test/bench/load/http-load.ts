import { type RequestKind } from '../workload/requests';
import { type Load } from './generate-load';

/** A load over HTTP, by nobody in particular, for a server with that base URL. */
export function httpLoad(
  url: string,
  kind: RequestKind,
  flagCount: number,
): Pick<Load, 'address' | 'door' | 'kind' | 'flagCount' | 'headers'> {
  return { address: new URL(url).host, door: 'HTTP', kind, flagCount, headers: {} };
}
