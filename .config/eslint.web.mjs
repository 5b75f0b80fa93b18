import eslint from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import texts from './web-texts.cjs';

/** What would run text as code or put text into the page as markup (contract/dashboard.md 7, 6). */
const injection = ['dangerouslySetInnerHTML', 'innerHTML', 'outerHTML', 'insertAdjacentHTML'];

const syntax = [
  { selector: 'TSEnumDeclaration', message: 'Use a union of string literals.' },
  { selector: 'ExportDefaultDeclaration', message: 'Use a named export.' },
  { selector: 'JSXAttribute[name.name="dangerouslySetInnerHTML"]', message: 'Text only.' },
];

/** The only one to speak to the server, and the only ones to wrap the library of components. */
const callers = ['web/src/api/client.ts'];

export default tseslint.config(
  { ignores: ['**/*.js', 'web/src/api/gen/**'] },
  eslint.configs.recommended,
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  reactHooks.configs.flat['recommended-latest'],
  {
    languageOptions: { parserOptions: { project: './web/tsconfig.json', tsconfigRootDir: process.cwd() } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/no-deprecated': 'error',
      'no-eval': 'error',
      'no-implied-eval': 'off',
      '@typescript-eslint/no-implied-eval': 'error',
      'no-restricted-properties': ['error', ...injection.map((property) => ({ property }))],
      'no-restricted-globals': [
        'error',
        { name: 'fetch', message: 'Only src/api/client.ts speaks to the server.' },
      ],
      'no-restricted-syntax': ['error', ...syntax],
      'no-restricted-imports': [
        'error',
        { patterns: [{ group: ['@base-ui/react*'], message: 'Use the components of src/components/ui.' }] },
      ],
      eqeqeq: 'error',
    },
  },
  {
    files: ['web/src/**'],
    ignores: ['web/src/copy/**', '**/*.spec.ts'],
    rules: { 'no-restricted-syntax': ['error', ...syntax, ...texts] },
  },
  { files: callers, rules: { 'no-restricted-globals': 'off' } },
  { files: ['web/src/components/ui/**'], rules: { 'no-restricted-imports': 'off' } },
  {
    files: ['web/vite.config.mts', 'web/*.config.ts', 'web/tests/e2e/support/totals-reporter.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    files: ['web/tests/**', '**/*.spec.ts'],
    rules: {
      '@typescript-eslint/no-unsafe-assignment': 'off',
      'no-restricted-globals': 'off',
      // Playwright reads what a fixture needs from the pattern, also where that is nothing.
      'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }],
    },
  },
);
