import { membershipInWords } from './membership';

function wordsFor(
  organizations: readonly string[],
  ...teams: readonly (readonly [string, string])[]
): string {
  const membership = { organizations, teams: teams.map(([organization, slug]) => ({ organization, slug })) };
  return membershipInWords(membership, ['acme', 'Globex', 'acme/web']);
}

describe('what somebody belongs to who is refused', () => {
  it('is told by the names that settings have', () => {
    expect(wordsFor([])).toBe('a member of nothing');
    expect(wordsFor(['hobby', 'acme'], ['acme', 'ops'])).toBe('a member of "hobby", "acme", "acme/ops"');
  });

  it.each([
    [wordsFor(['hobby', 'ACME']), 'a member of "hobby", "ACME"; "ACME" differs from "acme"'],
    [wordsFor(['globex']), 'a member of "globex"; "globex" differs from "Globex"'],
    [
      wordsFor(['acme'], ['Acme', 'web']),
      'a member of "acme", "Acme/web"; "Acme/web" differs from "acme/web"',
    ],
  ])('is told with the name that differs from an allowed one by case: %s', (words, told) => {
    expect(words).toBe(`${told} by case alone`);
  });

  it('is told in ten names at most, each cut off after a hundred characters', () => {
    const words = wordsFor([
      'o'.repeat(5000),
      ...Array.from({ length: 5000 }, (_, index) => `club-${index}`),
      'ACME',
    ]);
    expect(words).toMatch(/^a member of "o{100}…", "club-0", .*"club-8" and 4992 more; "ACME" differs from /);
    expect(words.length).toBeLessThan(500);
  });

  it('is one line, whatever a name has in it', () => {
    expect(wordsFor(['a\nb"'])).toBe('a member of "a\\nb\\""');
  });
});
