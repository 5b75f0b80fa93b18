import { UnavailableError } from '@pennon/domain';

/** What only a primary can do was asked of a server that follows another one, or takes no writes. */
export class FollowerError extends UnavailableError {}
