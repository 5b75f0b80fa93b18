import { execFileSync } from 'node:child_process';

/** Papers that are not in the repository, by their names, and numbers of paragraphs of papers in titles of tests. */
const papers = [
  String.raw`\bcontract/`,
  String.raw`\b(dashboard|design|operations|evaluation|management-api|authentication)\.md,? ?[0-9A-Z]`,
  String.raw`\b(AN|AU|CD|CN|FD|FL|HI|NF|NS|ON|RO|RU|SG|SH|TK|VA)-[0-9]+\b`,
  String.raw`\b(test|it|describe)[a-z.]*\(['"\`][0-9]+\.[0-9]+(\.[0-9]+)?[,: ]`,
];

/** Lines of the repository that match, each with its file. */
function linesWith(pattern: string): readonly string[] {
  const files = ['*.ts', '*.tsx', '*.mjs', '*.cjs', '*.css', '*.md', '*.proto', '*.yaml', '*.yml'];
  const exclusion = ':!test/lint/citations.spec.ts';
  try {
    const found = execFileSync('git', ['grep', '-nE', pattern, '--', ...files, exclusion], {
      encoding: 'utf8',
    });
    return found.trimEnd().split('\n');
  } catch (error) {
    // The status of `git grep` that has found nothing.
    if ((error as { readonly status: number }).status === 1) return [];
    throw error;
  }
}

test.each(papers)('nothing cites what a reader does not have: %s', (pattern) => {
  expect(linesWith(pattern)).toEqual([]);
});

test('the search finds what there is', () => {
  expect(linesWith('^# Changelog$')).toEqual(['CHANGELOG.md:1:# Changelog']);
});
