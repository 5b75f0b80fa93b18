import { Glob, GlobError } from './file-selection';

describe('a pattern', () => {
  it.each([
    ['**features.yml', 'features.yml'],
    ['**features.yml', 'myfeatures.yml'],
    ['**features.yml', 'a/b/features.yml'],
    ['*features.yml', 'a/b/features.yml'],
    ['a/*.yml', 'a/b/c.yml'],
    ['?.yml', 'a.yml'],
    ['[a-c]x', 'bx'],
    ['[!a-c]x', 'dx'],
    ['{a,b/**}.yml', 'b/c/d.yml'],
    ['{a,{b,c}}', 'c'],
    ['\\*', '*'],
    ['*', ''],
    ['', ''],
    ['ü*', 'üx'],
  ])('%s stands for %s', (pattern, path) => {
    expect(new Glob(pattern).matches(path)).toBe(true);
  });

  it.each([
    ['**features.yml', 'features.yaml'],
    ['features.yml', 'a/features.yml'],
    ['?.yml', 'ab.yml'],
    ['[a-c]x', 'dx'],
    ['[!a-c]x', 'ax'],
    ['{a,b}.yml', 'c.yml'],
    ['\\*', 'a'],
    ['a*b*c', 'abd'],
  ])('%s does not stand for %s', (pattern, path) => {
    expect(new Glob(pattern).matches(path)).toBe(false);
  });

  it.each(['{a', '[a', '{a,b}'.repeat(20)])('cannot be %s', (pattern) => {
    expect(() => new Glob(pattern)).toThrow(GlobError);
  });

  it('takes little time, however many runs it has', () => {
    const pattern = new Glob(`${'*a'.repeat(200)}b`);
    expect(pattern.matches('a'.repeat(1000))).toBe(false);
  });
});
