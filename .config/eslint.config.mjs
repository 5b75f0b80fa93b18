import eslint from '@eslint/js';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  { ignores: ['libs/api/src/gen/**', '**/*.cjs', '**/*.mjs'] },
  eslint.configs.recommended,
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: { parserOptions: { project: './tsconfig.json', tsconfigRootDir: process.cwd() } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      // Nest modules are classes that only carry a decorator.
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      // TypeORM and Nest declare their option bags as classes.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      'no-restricted-syntax': [
        'error',
        { selector: 'TSEnumDeclaration', message: 'Use a union of string literals.' },
        { selector: 'ExportDefaultDeclaration', message: 'Use a named export.' },
        {
          selector: "MemberExpression[object.name='process'][property.name='env']",
          message: 'Only libs/config reads the environment.',
        },
      ],
      'no-restricted-imports': [
        'error',
        { paths: [{ name: '@nestjs/common', importNames: ['forwardRef'], message: 'Break the cycle.' }] },
      ],
      eqeqeq: 'error',
    },
  },
  {
    files: ['libs/evaluation/**'],
    rules: {
      // Deprecated for callers; served all the same.
      '@typescript-eslint/no-deprecated': 'off',
    },
  },
  {
    files: ['test/**', '**/*.spec.ts', 'libs/testing/**'],
    rules: {
      // Jest's `expect.any()` and friends are typed `any`.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      // Tests start processes with an environment of their own.
      'no-restricted-syntax': ['error', { selector: 'TSEnumDeclaration', message: 'Use a union.' }],
    },
  },
);
