import fc from 'fast-check';
import { randomFrom } from '../../support/random';
import { linearizabilityViolations, monotonicityViolations } from './consistency';
import { simulatedHistory, withOneRevisionWrong } from './simulated-history';
import { greatestStaleness, stalenesses } from './staleness';

/** Longer than a request takes, so that most evaluations miss something that was answered. */
const LAG_MS = 200;

const seeds = fc.integer({ min: 0 });

it('what could have been is linearizable, and not stale', () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const history = simulatedHistory(randomFrom(seed), 0);
      expect(linearizabilityViolations(history)).toEqual([]);
      expect(greatestStaleness(stalenesses(history))?.milliseconds).toBe(0);
    }),
  );
});

it('instances that lag behind are not linearizable, are monotonic, and are no staler than they lag', () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const history = simulatedHistory(randomFrom(seed), LAG_MS);
      expect(linearizabilityViolations(history)).not.toEqual([]);
      expect(monotonicityViolations(history)).toEqual([]);
      const worst = greatestStaleness(stalenesses(history))?.milliseconds ?? NaN;
      expect(worst).toBeGreaterThan(LAG_MS / 2);
      expect(worst).toBeLessThanOrEqual(LAG_MS);
    }),
  );
});

it('one answer among many that names a revision it does not show is found', () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const random = randomFrom(seed);
      const history = withOneRevisionWrong(simulatedHistory(random, 0), random);
      expect(linearizabilityViolations(history)).not.toEqual([]);
    }),
  );
});
