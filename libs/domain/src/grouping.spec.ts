import { groupBy } from './grouping';

describe('groupBy', () => {
  it('keeps the order of items within a group and of the groups', () => {
    const groups = groupBy(['bee', 'ant', 'bear', 'ape'], (word) => word.charAt(0));
    expect([...groups]).toEqual([
      ['b', ['bee', 'bear']],
      ['a', ['ant', 'ape']],
    ]);
  });

  it('takes keys that objects have of themselves', () => {
    expect(groupBy(['constructor', '__proto__'], (word) => word).get('__proto__')).toEqual(['__proto__']);
  });
});
