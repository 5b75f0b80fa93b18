import { boolean } from '../kinds/boolean';
import { duration } from '../kinds/duration';
import { integer } from '../kinds/integer';
import { type Section, setting } from '../setting';

/** How often flags are evaluated, for people to see. Source: contract/operations.md 1.7.13. */
export const analyticsSettings = {
  enabled: setting(boolean, {
    default: 'false',
    description:
      'Count evaluations by flag, value and minute, in the database, for the dashboard and for ' +
      '`GET /internal/v1/analytics/…` (docs/analytics.md). A reader counts nothing.',
  }),
  buffer: {
    flushPeriod: setting(duration({ min: '1s', max: '10m' }), {
      default: '10s',
      description:
        'How often counts go from memory to the database. A process that is killed loses those of one period.',
    }),
    maxCounters: setting(integer({ min: 1, max: 1_000_000 }), {
      default: '50000',
      description:
        'Most counters that wait in memory, one for each flag, value and minute; about 300 bytes each. Evaluations ' +
        'beyond them are not counted, which `pennon_analytics_dropped_total` tells. They pile up while the database is ' +
        'away.',
    }),
  },
  retention: setting(duration({ min: '1h', max: '87600h' }), {
    default: '168h',
    description: 'How long counts stay; older ones are deleted, a little later.',
  }),
} as const satisfies Section;
