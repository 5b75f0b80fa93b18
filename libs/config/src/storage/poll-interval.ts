import { duration, type Milliseconds } from '../kinds/duration';
import type { Kind } from '../kinds/kind';

/** How often a source of flags is looked at. */
export const pollInterval: Kind<Milliseconds> = duration({ min: '50ms', max: '24h' });
