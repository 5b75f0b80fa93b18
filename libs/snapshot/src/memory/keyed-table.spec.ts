import { type CompiledFlag } from '../compiled/compiled-flag';
import { KeyedTable } from './keyed-table';

function flag(key: string, isEnabled = true): CompiledFlag {
  return { type: 'boolean', key, isEnabled, rollouts: [] };
}

const [a, b, c] = [flag('a'), flag('b'), flag('c')];
const table = KeyedTable.of([c, a, b]);

describe('KeyedTable', () => {
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
    const both = KeyedTable.of([c, a, later]);
    expect(both.values()).toEqual([later, a]);
    expect(both.get('c')).toBe(later);
  });

  it('has other flags under some keys, and is itself as it was', () => {
    const [nextA, nextB] = [flag('a', false), flag('b', false)];
    const changes = new Map([
      ['a', nextA],
      ['b', nextB],
      ['c', undefined],
    ]);
    const next = table.with(changes, () => 0);
    expect(next.values()).toEqual([nextA, nextB]);
    expect([next.get('c'), next.get('a'), next.get('b')]).toEqual([undefined, nextA, nextB]);
    expect(table.values()).toEqual([c, a, b]);
  });

  it('is made of one with the same keys in the same order', () => {
    const next = flag('b', false);
    const like = KeyedTable.of([c, a, next], table);
    expect(like.values()).toEqual([c, a, next]);
    expect([...like.changesSince(table)]).toEqual([[b, next]]);
    expect(KeyedTable.of([a, b, c], table).values()).toEqual([a, b, c]);
  });
});
