import { inTurn } from './scopes';

describe('scopes', () => {
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
