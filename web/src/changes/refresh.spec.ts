import { type Call, type Plan } from '@/lib/plan/plan';
import { outdatedBy } from './refresh';
import { inTurn, scopeOf } from './scopes';

const plan = (namespaceKey: string, ...paths: string[]): Plan => ({
  title: '',
  namespaceKey,
  changes: [],
  steps: paths.map((path) => ({ title: '', call: { method: 'PUT', path } satisfies Call })),
});

describe('outdatedBy', () => {
  it('a change of a flag makes its namespace out of date, the index included', () => {
    expect(outdatedBy(plan('default', '/api/v1/namespaces/default/flags/a'))).toEqual([
      { queryKey: ['ns', 'default'], exact: false },
    ]);
  });

  it('a copy to another namespace makes that one out of date too', () => {
    expect(outdatedBy(plan('a', '/api/v1/namespaces/b%20c/flags')).map(({ queryKey }) => queryKey)).toEqual([
      ['ns', 'a'],
      ['ns', 'b c'],
    ]);
  });

  it('a change of a namespace or a token makes the list of them out of date', () => {
    expect(outdatedBy(plan('a', '/api/v1/namespaces/a'))).toContainEqual({ queryKey: ['ns'], exact: true });
    expect(outdatedBy(plan('', '/api/v1/namespaces'))).toEqual([{ queryKey: ['ns'], exact: true }]);
    expect(outdatedBy(plan('', '/auth/v1/tokens/1'))).toEqual([{ queryKey: ['tokens'], exact: false }]);
  });
});

describe('scopes', () => {
  it('what concerns one flag is one scope', () => {
    const flag = '/api/v1/namespaces/default/flags/a';
    expect(scopeOf(plan('default', `${flag}/rules/order`))).toBe(flag);
    expect(scopeOf(plan('default', flag))).toBe(flag);
    expect(scopeOf(plan('default', '/api/v1/namespaces/default/flags/b'))).not.toBe(flag);
  });

  it('runs one after another within a scope, also after a failure, and side by side across scopes', async () => {
    const told: string[] = [];
    const task =
      (name: string, fails = false) =>
      async (): Promise<void> => {
        told.push(`${name} begins`);
        await new Promise((resolve) => setTimeout(resolve, 5));
        told.push(`${name} ends`);
        if (fails) throw new Error(name);
      };
    const first = inTurn('a', task('a1', true));
    const others = [inTurn('a', task('a2')), inTurn('b', task('b1'))];
    await expect(first).rejects.toThrow('a1');
    await Promise.all(others);
    expect(told.slice(0, 2)).toEqual(['a1 begins', 'b1 begins']);
    expect(told.indexOf('a2 begins')).toBeGreaterThan(told.indexOf('a1 ends'));
  });
});
