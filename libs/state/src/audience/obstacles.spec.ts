import type { RolloutStep, SegmentSelection } from '@pennon/domain';
import fc from 'fast-check';
import { thresholdAnswers } from './answers';
import type { KnownSegments } from './known-segments';
import { rolloutReach, ruleObstacles } from './obstacles';

/** Segment `everyone` matches everybody, `beta` and `staff` some. */
const segments: KnownSegments = {
  has: (key) => ['everyone', 'beta', 'staff'].includes(key),
  matchesEverybody: (key) => key === 'everyone',
};

function anyOf(...segmentKeys: readonly string[]): SegmentSelection {
  return { segmentKeys, segmentOperator: 'or' };
}

function threshold(percent: number, value = true): RolloutStep {
  return { type: 'threshold', percent, value };
}

function toSegment(key: string): RolloutStep {
  return { type: 'segment', ...anyOf(key), value: true };
}

describe('the reach of rollouts', () => {
  it('of a 20% and a 50% threshold is the first 20% and the next 30%', () => {
    const shares = rolloutReach([threshold(20), threshold(50), threshold(40)], segments);
    expect(shares.map(({ share, obstacle }) => [share, obstacle])).toEqual([
      [20, undefined],
      [30, undefined],
      [0, 'covered'],
    ]);
  });

  it('is of the rest behind segments, and tells what keeps them from deciding', () => {
    const steps = [
      threshold(20),
      toSegment('beta'),
      threshold(10),
      threshold(60),
      toSegment('everyone'),
      threshold(90),
    ];
    expect(rolloutReach(steps, segments)).toEqual([
      { share: 20, isOfTheRest: false, obstacle: undefined },
      { share: 80, isOfTheRest: false, obstacle: undefined },
      { share: 0, isOfTheRest: true, obstacle: 'covered' },
      { share: 40, isOfTheRest: true, obstacle: undefined },
      { share: 40, isOfTheRest: true, obstacle: undefined },
      { share: 0, isOfTheRest: true, obstacle: 'unreachable' },
    ]);
  });

  it('to segments that are missing is nobody, and takes nothing from those behind', () => {
    expect(rolloutReach([toSegment('gone'), threshold(0), threshold(0.5)], segments)).toEqual([
      { share: 0, isOfTheRest: false, obstacle: 'missing' },
      { share: 0, isOfTheRest: false, obstacle: undefined },
      { share: 1, isOfTheRest: false, obstacle: undefined },
    ]);
  });

  it('behind a threshold of 100% is nobody, segments or not', () => {
    const steps = [threshold(99.5), threshold(100), toSegment('beta'), toSegment('gone')];
    const obstacles = rolloutReach(steps, segments).map(({ obstacle }) => obstacle);
    expect(obstacles).toEqual([undefined, 'unreachable', 'unreachable', 'unreachable']);
  });

  it('of thresholds is how many buckets their values decide', () => {
    const percents = fc.array(fc.float({ min: 0, max: 100, noNaN: true }), { maxLength: 5 });
    fc.assert(
      fc.property(percents, (given) => {
        const reaches = rolloutReach(
          given.map((percent) => threshold(percent)),
          segments,
        );
        const decided = given.map((_, wanted) => {
          const steps = given.map((percent, index) => threshold(percent, index === wanted));
          return thresholdAnswers(steps, false, () => false).filter(Boolean).length;
        });
        expect(reaches.map(({ share }) => share)).toEqual(decided);
      }),
    );
  });
});

describe('what keeps a rule from deciding', () => {
  it('is one before it that matches everybody', () => {
    const rules = [anyOf('beta', 'staff'), anyOf('everyone'), anyOf('staff'), anyOf('everyone')];
    expect(ruleObstacles(rules, segments)).toEqual([undefined, undefined, 'unreachable', 'unreachable']);
  });

  it('is that its segments are missing, reached or not', () => {
    const rules = [anyOf('gone'), anyOf('gone', 'everyone'), anyOf('gone')];
    expect(ruleObstacles(rules, segments)).toEqual(['missing', undefined, 'missing']);
  });

  it('is one before it that holds all whom it is for, and nothing else', () => {
    const selections = fc.array(
      fc.record({
        segmentKeys: fc.subarray(['beta', 'staff', 'pro', 'gone'], { minLength: 1 }),
        segmentOperator: fc.constantFrom('or' as const, 'and' as const),
      }),
      { maxLength: 4 },
    );
    const known: KnownSegments = { has: (key) => key !== 'gone', matchesEverybody: () => false };
    const entities = [...Array(8).keys()].map((bits) =>
      ['beta', 'staff', 'pro'].filter((_, place) => (bits & (2 ** place)) > 0),
    );
    const holders = ({ segmentKeys, segmentOperator }: SegmentSelection): ReadonlySet<number> => {
      const keys = segmentKeys.filter((key) => known.has(key));
      const holds = (entity: readonly string[]): boolean =>
        segmentOperator === 'and'
          ? keys.length > 0 && keys.every((key) => entity.includes(key))
          : keys.some((key) => entity.includes(key));
      return new Set(entities.flatMap((entity, index) => (holds(entity) ? [index] : [])));
    };
    fc.assert(
      fc.property(selections, (rules) => {
        const held = rules.map(holders);
        const expected = held.map((mine, index) => {
          if (mine.size === 0) return 'missing';
          const isHeld = held
            .slice(0, index)
            .some((earlier) => [...mine].every((entity) => earlier.has(entity)));
          return isHeld ? 'unreachable' : undefined;
        });
        expect(ruleObstacles(rules, known)).toEqual(expected);
      }),
    );
  });
});
