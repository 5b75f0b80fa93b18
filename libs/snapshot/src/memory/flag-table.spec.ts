import { type CompiledFlag } from '../compiled/compiled-flag';
import { FlagTable } from './flag-table';

function flag(key: string, isEnabled = true): CompiledFlag {
  return { type: 'boolean', key, isEnabled, rollouts: [] };
}

const [a, b, c] = [flag('a'), flag('b'), flag('c')];
const table = FlagTable.of([c, a, b]);

describe('FlagTable', () => {
  it('finds flags by key, and keeps their order', () => {
    expect(table.get('a')).toBe(a);
    expect(table.has('a')).toBe(true);
    expect(table.values()).toEqual([c, a, b]);
    expect(table.size).toBe(3);
  });

  it('has nothing under another key', () => {
    expect(table.get('constructor')).toBeUndefined();
    expect(table.has('constructor')).toBe(false);
  });

  it('puts the later of two flags with one key in the place of the earlier', () => {
    const later = flag('c', false);
    const both = FlagTable.of([c, a, later]);
    expect(both.values()).toEqual([later, a]);
    expect(both.get('c')).toBe(later);
  });

  it('has other flags in the places of some, and is itself as it was', () => {
    const [nextA, nextB] = [flag('a', false), flag('b', false)];
    const next = table.with(1, [nextA, nextB]);
    expect(next.values()).toEqual([c, nextA, nextB]);
    expect([next.get('c'), next.get('a'), next.get('b')]).toEqual([c, nextA, nextB]);
    expect(table.values()).toEqual([c, a, b]);
  });
});
