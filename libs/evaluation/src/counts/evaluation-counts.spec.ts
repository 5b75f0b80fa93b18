import { Logger } from '@nestjs/common';
import { type CompiledFlag, type VariantResult } from '@pennon/snapshot';
import { EvaluationCounts } from './evaluation-counts';
import { FlagCounts } from './flag-counts';

const always = (): boolean => true;

/** The second hand, which stands. */
const seconds = { now: 1000 };

function namesIn(counts: EvaluationCounts, exists: () => boolean = always): readonly string[] {
  return [...counts.present(exists)].map(({ namespaceKey, flagKey }) => `${namespaceKey}/${flagKey}`);
}

function answer(variantKey: string, segmentKeys: readonly string[] = []): VariantResult {
  const decided = { isMatch: true, reason: 'match', basis: 'properties' } as const;
  return { type: 'variant', flagKey: 'a', ...decided, variantKey, segmentKeys, attachment: '' };
}

/** A flag of a snapshot. */
function aFlag(key: string): CompiledFlag {
  return { type: 'boolean', key, isEnabled: true, rollouts: [] };
}

/** How many durations are counted. */
function timedBy(counts: FlagCounts): number {
  return [...counts.durations.samples('x', {})].at(-1)?.value ?? -1;
}

describe('the counts of evaluations', () => {
  beforeEach(() => {
    Logger.overrideLogger(false);
  });

  it('are one per flag, whichever way its namespace is written, and go on through its revisions', () => {
    const counts = new EvaluationCounts(10, seconds);
    const [old, young] = [aFlag('a'), aFlag('a')];
    for (const flag of [old, young, old]) for (const key of ['', 'default', '']) counts.of(key, flag).begin();
    counts.of('other', aFlag('a')).begin();
    expect([...counts.present(always)].map((named) => [named.namespaceKey, named.counts.requests])).toEqual([
      ['default', 9],
      ['other', 1],
    ]);
  });

  it('of a flag that was no more, and is again, begin anew', () => {
    const counts = new EvaluationCounts(10, seconds);
    const flag = aFlag('a');
    counts.of('', flag).begin();
    expect(namesIn(counts, () => false)).toEqual([]);
    counts.of('', flag).begin();
    expect([...counts.present(always)].map((named) => named.counts.requests)).toEqual([1]);
  });

  it('are shared by those beyond the bound', () => {
    const counts = new EvaluationCounts(1, seconds);
    counts.of('', aFlag('a')).begin();
    counts.of('', aFlag('b')).begin();
    counts.of('x', aFlag('c')).begin();
    expect(
      [...counts.present(always)].map(({ flagKey, counts: { requests } }) => [flagKey, requests]),
    ).toEqual([
      ['a', 1],
      ['(other)', 2],
    ]);
  });

  it('of a flag that is no more are forgotten, and leave room', () => {
    const counts = new EvaluationCounts(1, seconds);
    counts.of('', aFlag('a')).begin();
    expect(namesIn(counts, () => false)).toEqual([]);
    counts.of('', aFlag('b')).begin();
    expect(namesIn(counts)).toEqual(['default/b']);
  });

  it('are none for flags one by one where the bound is 0', () => {
    const counts = new EvaluationCounts(0, seconds);
    counts.of('', aFlag('a')).begin();
    expect(namesIn(counts)).toEqual(['(other)/(other)']);
  });
});

describe('when a flag was last asked', () => {
  const told = (counts: EvaluationCounts, flagKey: string, namespaceKey = 'default'): readonly unknown[] => {
    const { at, since } = counts.lastAsked({ namespaceKey, flagKey });
    return [at, since];
  };

  it('is the second of the last evaluation, however its namespace was written', () => {
    const hand = { now: 1000 };
    const counts = new EvaluationCounts(10, hand);
    expect(told(counts, 'a')).toEqual([undefined, 1_000_000_000]);
    for (const key of ['', 'default']) {
      hand.now += 5;
      counts.of(key, aFlag('a')).begin();
    }
    expect(told(counts, 'a')).toEqual([1_010_000_000, 1_000_000_000]);
    expect(told(counts, 'a', 'other')).toEqual([undefined, 1_000_000_000]);
  });

  it('is not known of flags that were counted with others', () => {
    const counts = new EvaluationCounts(1, seconds);
    for (const key of ['a', 'b']) counts.of('', aFlag(key)).begin();
    expect(told(counts, 'a')).toEqual([1_000_000_000, 1_000_000_000]);
    for (const key of ['b', 'c']) expect(told(counts, key)).toEqual([undefined, undefined]);
  });
});

describe('the counts of a flag', () => {
  it('time the first evaluation, and then one in eight for all of them', () => {
    const counts = new FlagCounts(seconds);
    const timed: number[] = [];
    for (let evaluation = 1; evaluation <= 20; evaluation++) {
      if (!counts.begin()) continue;
      counts.took(0.002);
      timed.push(evaluation);
      expect(timedBy(counts)).toBe(evaluation);
    }
    expect(timed).toEqual([1, 9, 17]);
    expect(counts.requests).toBe(20);
  });

  it('tell answers by variant and segment; several segments are none', () => {
    const counts = new FlagCounts(seconds);
    counts.countVariant(answer('dark', ['x']));
    counts.countVariant(answer('dark', ['x']));
    counts.countVariant(answer('dark', ['x', 'y']));
    counts.countVariant({ ...answer(''), reason: 'unknown', isMatch: false });
    expect([...counts.variants.all()]).toEqual([
      { reason: 'match', value: 'dark', segment: 'x', count: 2 },
      { reason: 'match', value: 'dark', segment: '', count: 1 },
      { reason: 'unknown', value: '', segment: '', count: 1 },
    ]);
  });

  it('have so many answers one by one', () => {
    const counts = new FlagCounts(seconds);
    for (let index = 0; index < 150; index++) counts.countVariant(answer(`v${index}`));
    const all = [...counts.variants.all()];
    expect(all).toHaveLength(101);
    expect(all.at(-1)).toEqual({ reason: 'match', value: '(other)', segment: '(other)', count: 50 });
  });

  it('tell answers of a boolean flag apart', () => {
    const counts = new FlagCounts(seconds);
    const answers = [
      { isEnabled: false, reason: 'match' },
      { isEnabled: true, reason: 'match' },
      { isEnabled: false, reason: 'default' },
      { isEnabled: true, reason: 'default' },
      { isEnabled: true, reason: 'default' },
    ] as const;
    for (const one of answers)
      counts.countBoolean({ type: 'boolean', flagKey: 'a', basis: 'split', ...one, segmentKeys: [] });
    expect([...counts.booleans]).toEqual([1, 1, 1, 2]);
  });
});
