import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const faults = [
  'return <p>Save</p>;',
  'return <>{copy.name}: saved</>;',
  'return <p>{isOpen ? "Close" : copy.open}</p>;',
  'return <p>{isOpen && `${key} is open`}</p>;',
  'return <p>{copy.name ?? "nobody"}</p>;',
  'return <Button label="Save" />;',
  'return <input placeholder={copy.search ?? "Search…"} />;',
  'return <CopyButton label={`Copy ${key}`} />;',
  'return <div aria-label={isOpen ? copy.open : "closed"} />;',
  'const reason = "Flags cannot be changed here."; return reason;',
  'notify(`Flag ${key} is gone.`);',
];

const allowed = [
  'return <p className="muted" id={`row-${key}`}>{copy.name} · 1 {key === "Escape" ? copy.close : copy.open}</p>;',
  'return <Field text={`${copy.name}\\n${key}`} type="button" />;',
  'return <p>{key.join(", ")}</p>;',
  'throw new Error("There is no such part of the page.");',
  'headers.set("Authorization", `Bearer ${key}`);',
];

const samples = [...faults, ...allowed];
const oxlint = resolve('node_modules/.bin/oxlint');
let directory: string;
let found: readonly string[];

/** Has all samples checked at once: each is the inside of a component in a file of its own. */
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'pennon-lint-'));
  const config = {
    jsPlugins: [resolve('.config/lint-plugin.cjs')],
    categories: { correctness: 'off' },
    rules: { 'pennon/no-texts': 'error' },
  };
  writeFileSync(join(directory, '.oxlintrc.json'), JSON.stringify(config));
  for (const [index, inside] of samples.entries()) {
    const code = `export const Sample = ({ copy, isOpen, key }) => { ${inside} };`;
    writeFileSync(join(directory, `${index}.tsx`), code);
  }
  const { stdout } = spawnSync(oxlint, ['--format', 'json', '.'], { cwd: directory, encoding: 'utf8' });
  const { diagnostics } = JSON.parse(stdout) as {
    readonly diagnostics: readonly { readonly code: string; readonly filename: string }[];
  };
  found = diagnostics.map(({ code, filename }) => `${code} ${filename}`);
});

afterAll(() => {
  rmSync(directory, { recursive: true });
});

/** What is found in a sample. */
const findings = (inside: string): readonly string[] =>
  found.filter((line) => line.endsWith(` ${samples.indexOf(inside)}.tsx`));

test.each(faults)('the text in "%s" is a fault', (inside) => {
  expect(findings(inside)).toEqual([expect.stringContaining('no-texts')]);
});

test.each(allowed)('"%s" shows no text of its own', (inside) => {
  expect(findings(inside)).toEqual([]);
});
