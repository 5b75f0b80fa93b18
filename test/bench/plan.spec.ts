import { BULK_SIZE, planEntries, USUAL_SIZE, type Entry } from './plan';
import { usualTopics } from './topics';

const sizes = [10, 1_000];

describe('planEntries', () => {
  const entries = planEntries({ topics: usualTopics, sizes });

  it('has a bare server for every kind of request, which comes first', () => {
    const kindOf = ({ door, kind }: Entry): string => `${door} ${kind}`;
    for (const [index, entry] of entries.entries()) {
      const first = entries.findIndex((other) => kindOf(other) === kindOf(entry));
      expect(entry.server === 'bare').toBe(index === first);
    }
  });

  it('names nobody twice', () => {
    expect(new Set(entries.map((entry) => JSON.stringify(entry))).size).toBe(entries.length);
  });

  it('adds what a single topic is compared with', () => {
    expect(planEntries({ topics: ['auth'], sizes }).map(({ server }) => server)).toEqual([
      'bare',
      'usual',
      'token',
    ]);
  });

  it('asks for all flags of a small namespace in bulk', () => {
    const bulk = entries.filter(({ kind }) => kind === 'OFREP bulk');
    expect(bulk.map(({ flagCount }) => flagCount)).toEqual([BULK_SIZE, BULK_SIZE]);
  });

  it('varies the size of the usual server alone', () => {
    const others = planEntries({ topics: ['sizes'], sizes }).filter(
      ({ flagCount }) => flagCount !== USUAL_SIZE,
    );
    expect(others).toEqual([{ door: 'HTTP', kind: 'variant', flagCount: 10, server: 'usual' }]);
  });

  it('has nobody to measure where no topic asks a server', () => {
    expect(planEntries({ topics: ['evaluator'], sizes })).toEqual([]);
  });
});
