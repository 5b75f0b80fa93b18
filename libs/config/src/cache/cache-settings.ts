import { boolean } from '../kinds/boolean';
import { duration, positiveDuration } from '../kinds/duration';
import { oneOf } from '../kinds/one-of';
import { type Section, setting } from '../setting';
import { redisSettings } from './redis-settings';

/** Answering from what is at hand. Rules between these settings are in `check-cache.ts`. */
export const cacheSettings = {
  enabled: setting(boolean, {
    default: 'false',
    description:
      'Answer evaluation from the snapshot at hand, without asking the database each time whether there is a newer ' +
      'one; `cache.ttl` then bounds how old an answer may be. Not needed with SQLite, where it changes nothing.',
  }),
  backend: setting(oneOf(['memory', 'redis']), {
    default: 'memory',
    description:
      'With `memory` an instance has its own snapshots at hand and nothing else. With `redis`, instances also find ' +
      'the documents that snapshots are made of in a Redis that they share, and tell each other of changes through ' +
      'it. An answer never depends on Redis: without it, documents come from the database and changes are polled.',
  }),
  ttl: setting(positiveDuration(), {
    default: '60s',
    description:
      'Longest time that evaluation may go on with what has changed since, and that a document stays in Redis. ' +
      'OFREP clients are told to poll that often.',
  }),
  memory: {
    evictionInterval: setting(duration(), {
      default: '5m',
      isIgnored: true,
      description:
        'How often expired entries are swept out of memory. There are none: snapshots are replaced.',
    }),
  },
  redis: redisSettings,
} as const satisfies Section;
