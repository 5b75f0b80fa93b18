import { type FlagType } from '@pennon/domain';
import { execFileSync } from 'node:child_process';
import { runInNewContext } from 'node:vm';
import * as ts from 'typescript';
import { literalQuote, rustQuote, scriptQuote, shellQuote } from './quote';
import { snippetLanguages, snippetsFor, type SnippetLanguage } from './index';

const awkward = `it's "a" \\ $HOME \`id\` #{1} \n end`;

function snippetOf(language: SnippetLanguage, type: FlagType): string {
  return snippetsFor({
    language,
    origin: 'https://flags.example.org/pennon',
    namespaceKey: 'shop',
    flagKey: 'new-checkout',
    type,
    entityId: 'user-42',
    context: { plan: 'pro' },
  }).code;
}

describe.each(snippetLanguages)('$label', ({ language }) => {
  const variant = snippetOf(language, 'variant');
  const boolean = snippetOf(language, 'boolean');

  test('holds where, what and for whom is asked, and a fallback of the type', () => {
    const told = ['https://flags.example.org/pennon', 'shop', 'new-checkout', 'user-42', 'plan', 'pro'];
    for (const part of told) {
      expect(variant).toContain(part);
      expect(boolean).toContain(part);
    }
    expect(variant).toContain('fallback');
    expect(boolean).toMatch(/\bfalse\b/i);
    expect(boolean).not.toContain('ariant');
  });

  test('has a placeholder in place of a credential', () => {
    expect(variant).toContain('<CLIENT_TOKEN>');
    expect(variant).not.toMatch(/cookie|csrf/i);
  });
});

test.each<SnippetLanguage>(['node', 'react', 'openfeature'])('the code of %s is well formed', (language) => {
  const code = snippetsFor({
    language,
    origin: 'http://localhost:8080',
    namespaceKey: awkward,
    flagKey: awkward,
    type: 'variant',
    context: { [awkward]: awkward, 'two-words': '', __proto__: 'x' },
  }).code;
  const { diagnostics } = ts.transpileModule(code, {
    reportDiagnostics: true,
    fileName: 'snippet.tsx',
    compilerOptions: { jsx: ts.JsxEmit.Preserve, target: ts.ScriptTarget.ESNext },
  });
  expect(diagnostics).toEqual([]);
});

test('a shell reads back what was quoted', () => {
  expect(execFileSync('sh', ['-c', `printf %s ${shellQuote(awkward)}`], { encoding: 'utf8' })).toBe(awkward);
});

test('the body of curl reaches the server as it was meant', () => {
  const { code } = snippetsFor({
    language: 'curl',
    origin: 'http://localhost:8080',
    namespaceKey: 'default',
    flagKey: "it's",
    type: 'boolean',
    entityId: awkward,
    context: { note: awkward },
  });
  const echo = `curl() { for word; do last=$word; done; printf %s "$last"; }\n${code}`;
  expect(JSON.parse(execFileSync('sh', ['-c', echo], { encoding: 'utf8' }))).toEqual({
    namespaceKey: 'default',
    flagKey: "it's",
    entityId: awkward,
    context: { note: awkward },
  });
});

test('literals keep quotes, backslashes and line ends', () => {
  expect(runInNewContext(scriptQuote(awkward))).toBe(awkward);
  expect(literalQuote(String.raw`a'b\c`)).toBe(String.raw`'a\'b\\c'`);
  expect(rustQuote('a"b\\c\n')).toBe(String.raw`"a\"b\\c\u{a}"`);
});
