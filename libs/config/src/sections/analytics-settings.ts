import { baseUrl } from '../kinds/address';
import { InvalidValueError, type Kind, scalar } from '../kinds/kind';
import { duration, integer } from '../kinds/number';
import { optional, type Section, setting } from '../kinds/setting';
import { secret } from '../kinds/text';
import { boolean } from '../kinds/words';

/** A client token, as it stands in a header: printable ASCII characters without blanks. */
const bearerToken: Kind<string> = scalar('text', (given) => {
  const token = given.trim();
  if (!/^[\x21-\x7e]+$/.test(token)) throw new InvalidValueError('holds characters that no token has');
  return token;
});

/** Where a writer answers. One that holds credentials is refused, and not quoted. */
const writerAddress: Kind<string> = scalar('http or https URL', (given) => {
  if (given.includes('@'))
    throw new InvalidValueError('must hold no credentials: a token goes into analytics.writer.token', {
      mayHoldSecret: true,
    });
  return baseUrl.parse(given);
});

/** How often flags are evaluated, for people to see. */
export const analyticsSettings = {
  enabled: setting(boolean, {
    default: 'false',
    description:
      'Count evaluations by flag, value and minute, in the database, for the dashboard and for ' +
      '`GET /internal/v1/analytics/…` (docs/analytics.md). A reader counts where `analytics.writer.address` is set.',
  }),
  buffer: {
    flushPeriod: setting(duration({ min: '1s', max: '10m' }), {
      default: '10s',
      description:
        'How often counts go from memory to the database, or to the writer. A process that is killed loses those of one period.',
    }),
    maxCounters: setting(integer({ min: 1, max: 1_000_000 }), {
      default: '50000',
      description:
        'Most counters that wait in memory, one for each flag, value and minute; about 300 bytes each. Evaluations ' +
        'beyond them are not counted, which `pennon_analytics_dropped_total` tells. They pile up while the database, ' +
        'or the writer, is away.',
    }),
  },
  writer: {
    address: optional(writerAddress, {
      whenAbsent: 'a reader counts nothing',
      description:
        'Where a reader, which writes nothing itself, sends its counts: the base URL of a writer with ' +
        '`analytics.enabled`, such as `http://pennon-writer:8080`. A writer does not use it.',
    }),
    token: optional(secret(bearerToken), {
      whenAbsent: 'none is shown',
      description:
        'Client token that a reader shows to its writer, where that wants to know who calls. With roles it takes the ' +
        'role `counter`, which may do nothing else.',
    }),
    timeout: setting(duration({ min: '10ms', max: '1m' }), {
      default: '5s',
      description: 'Longest time for one request to the writer; 10ms to 1m.',
    }),
  },
  retention: setting(duration({ min: '1h', max: '87600h' }), {
    default: '168h',
    description: 'How long counts stay; older ones are deleted every ten minutes.',
  }),
} as const satisfies Section;
