import { longestLifetime, positiveDuration } from '../../kinds/number';
import { type Section, setting } from '../../kinds/setting';

/** When the expired records of a login method are deleted; the same for every method that keeps records. */
export const cleanupSettings = {
  interval: setting(positiveDuration(), {
    default: '1h',
    description: 'How often expired records of this method are looked for and deleted.',
  }),
  gracePeriod: setting(positiveDuration({ max: longestLifetime }), {
    default: '30m',
    description: 'How long a record is kept after it has expired. It is refused from the moment it expires.',
  }),
} as const satisfies Section;
