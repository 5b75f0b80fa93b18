import { examplesOf } from './examples';

const page = `
# A page

\`\`\`sh
true
\`\`\`

- In a list, with its reason:

  <!-- not run: it needs a cluster -->

  \`\`\`json answer
  {}
  \`\`\`

<!-- exit code 2 -->

\`\`\`
nobody says what this is
\`\`\`

\`\`\`text
a drawing
\`\`\`
`;

test('the examples of a page are its fenced blocks, with what is said of them', () => {
  expect(examplesOf(page)).toEqual([
    { line: 4, fence: 'sh', text: 'true', notRun: undefined, exitCode: 0 },
    { line: 12, fence: 'json answer', text: '{}', notRun: 'it needs a cluster', exitCode: 0 },
    { line: 18, fence: '', text: 'nobody says what this is', notRun: undefined, exitCode: 2 },
  ]);
});
