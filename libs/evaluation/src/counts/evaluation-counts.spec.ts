import { Logger } from '@nestjs/common';
import { type VariantResult } from '@pennon/evaluator';
import { EvaluationCounts } from './evaluation-counts';
import { FlagCounts } from './flag-counts';

const always = (): boolean => true;

function namesIn(counts: EvaluationCounts, exists: () => boolean = always): readonly string[] {
  return [...counts.present(exists)].map(({ namespaceKey, flagKey }) => `${namespaceKey}/${flagKey}`);
}

function answer(variantKey: string, segmentKeys: readonly string[] = []): VariantResult {
  return { isMatch: true, reason: 'match', variantKey, segmentKeys, attachment: '' };
}

/** How many durations are counted. */
function timedBy(counts: FlagCounts): number {
  return [...counts.durations.samples('x', {})].at(-1)?.value ?? -1;
}

describe('the counts of evaluations', () => {
  beforeEach(() => {
    Logger.overrideLogger(false);
  });

  it('are one per flag and way to write its namespace', () => {
    const counts = new EvaluationCounts(10);
    expect(counts.of('', 'a')).toBe(counts.of('', 'a'));
    expect(counts.of('default', 'a')).not.toBe(counts.of('', 'a'));
    expect(namesIn(counts)).toEqual(['/a', 'default/a']);
  });

  it('are shared by those beyond the bound', () => {
    const counts = new EvaluationCounts(1);
    counts.of('', 'a').begin();
    counts.of('', 'b').begin();
    counts.of('x', 'c').begin();
    expect(
      [...counts.present(always)].map(({ flagKey, counts: { requests } }) => [flagKey, requests]),
    ).toEqual([
      ['a', 1],
      ['(other)', 2],
    ]);
  });

  it('of a flag that is no more are forgotten, and leave room', () => {
    const counts = new EvaluationCounts(1);
    counts.of('', 'a').begin();
    expect(namesIn(counts, () => false)).toEqual([]);
    counts.of('', 'b').begin();
    expect(namesIn(counts)).toEqual(['/b']);
  });

  it('are none for flags one by one where the bound is 0', () => {
    const counts = new EvaluationCounts(0);
    counts.of('', 'a').begin();
    expect(namesIn(counts)).toEqual(['(other)/(other)']);
  });
});

describe('the counts of a flag', () => {
  it('time the first evaluation, and then one in eight for all of them', () => {
    const counts = new FlagCounts();
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
    const counts = new FlagCounts();
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
    const counts = new FlagCounts();
    for (let index = 0; index < 150; index++) counts.countVariant(answer(`v${index}`));
    const all = [...counts.variants.all()];
    expect(all).toHaveLength(101);
    expect(all.at(-1)).toEqual({ reason: 'match', value: '(other)', segment: '(other)', count: 50 });
  });

  it('tell answers of a boolean flag apart', () => {
    const counts = new FlagCounts();
    const answers = [
      { isEnabled: false, reason: 'match' },
      { isEnabled: true, reason: 'match' },
      { isEnabled: false, reason: 'default' },
      { isEnabled: true, reason: 'default' },
      { isEnabled: true, reason: 'default' },
    ] as const;
    for (const one of answers) counts.countBoolean({ ...one, segmentKeys: [] });
    expect([...counts.booleans]).toEqual([1, 1, 1, 2]);
  });
});
