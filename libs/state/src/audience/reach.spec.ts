import type { RolloutStep, SegmentOperator } from '@pennon/domain';
import type { KnownSegments } from './known-segments';
import { coversBefore, reachOf, type Reach } from './reach';

/** Segments `all` and `everybody` match everybody, `beta` some. */
const segments: KnownSegments = {
  has: (key) => ['all', 'everybody', 'beta'].includes(key),
  matchesEverybody: (key) => ['all', 'everybody'].includes(key),
};

describe('the reach of segments', () => {
  it.each<[segmentOperator: SegmentOperator, segmentKeys: readonly string[], reach: Reach]>([
    ['or', ['all'], 'always'],
    ['or', ['beta'], 'sometimes'],
    ['or', ['beta', 'all'], 'always'],
    ['and', ['beta', 'all'], 'sometimes'],
    ['and', ['everybody', 'all'], 'always'],
    // Those that do not exist are left out.
    ['or', ['gone', 'beta'], 'sometimes'],
    ['or', ['gone', 'all'], 'always'],
    ['and', ['gone', 'beta'], 'sometimes'],
    ['and', ['gone', 'all'], 'always'],
    ['or', ['gone'], 'never'],
    ['and', ['gone', 'lost'], 'never'],
    ['or', [], 'never'],
    ['and', [], 'never'],
  ])('by %s of %j is %s', (segmentOperator, segmentKeys, reach) => {
    expect(reachOf({ segmentKeys, segmentOperator }, segments)).toBe(reach);
  });
});

describe('what covers buckets before a rollout', () => {
  function threshold(percent: number): RolloutStep {
    return { type: 'threshold', percent, value: true };
  }

  function toSegment(key: string): RolloutStep {
    return { type: 'segment', segmentKeys: [key], segmentOperator: 'or', value: true };
  }

  /** Covers before each step and behind the last, as `width by index`. */
  function told(...steps: readonly RolloutStep[]): readonly (string | undefined)[] {
    const covers = coversBefore([...steps, threshold(0)], segments);
    return covers.map((cover) => cover && `${cover.width} by ${cover.index}`);
  }

  it('is the widest threshold, rounded up to whole buckets, and the first of equals', () => {
    const steps = [threshold(0), threshold(20.2), threshold(10), threshold(21), threshold(50)];
    expect(told(...steps)).toEqual([undefined, '0 by 0', '21 by 1', '21 by 1', '21 by 1', '50 by 4']);
  });

  it('is a segment for everybody, and none for some or for nobody', () => {
    const steps = [toSegment('beta'), toSegment('gone'), toSegment('all'), threshold(100)];
    expect(told(...steps)).toEqual([undefined, undefined, undefined, '100 by 2', '100 by 2']);
  });
});
