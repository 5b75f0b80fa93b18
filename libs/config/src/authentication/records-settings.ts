import { duration, positiveDuration } from '../kinds/duration';
import { integer } from '../kinds/integer';
import { type Section, setting } from '../setting';
import { longestLifetime } from './longest-lifetime';

/** The records behind client tokens that are at hand, and how they serve while the database is away. */
export const recordsSettings = {
  max: setting(integer({ min: 1 }), {
    default: '10000',
    description: 'Most records of client tokens at hand; the least used make room.',
  }),
  lookupTimeout: setting(positiveDuration({ max: '1m' }), {
    default: '1s',
    description:
      'Longest wait for the database when a client token is looked up; the database then counts as away. Until it ' +
      'is back, tokens that are not at hand are answered UNAVAILABLE at once.',
  }),
  outageGrace: setting(duration({ max: longestLifetime }), {
    default: '1h',
    description:
      'How long client tokens that are at hand go on to be accepted while the database is away. One that is ' +
      'revoked meanwhile is accepted that long as well. 0s accepts none.',
  }),
} as const satisfies Section;
