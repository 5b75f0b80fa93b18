import { Linter } from 'eslint';
import { parser } from 'typescript-eslint';

/** The rule of the house, which has no types of its own. */
const texts = jest.requireActual<readonly { readonly selector: string; readonly message: string }[]>(
  '../../.config/web-texts.cjs',
);

const linter = new Linter();

/** How often the rule fires on the inside of a component. */
function faultsIn(inside: string): number {
  const code = `export const Sample = ({ copy, isOpen, key }) => { ${inside} };`;
  const found = linter.verify(
    code,
    [
      {
        files: ['**/*.tsx'],
        languageOptions: { parser, parserOptions: { ecmaFeatures: { jsx: true } } },
        rules: { 'no-restricted-syntax': ['error', ...texts] },
      },
    ],
    'sample.tsx',
  );
  const other = found.filter(({ ruleId }) => ruleId !== 'no-restricted-syntax');
  expect(other).toEqual([]);
  return found.length;
}

test.each([
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
])('Appendix D: the text in "%s" is a fault', (inside) => {
  expect(faultsIn(inside)).toBe(1);
});

test.each([
  'return <p className="muted" id={`row-${key}`}>{copy.name} · 1 {key === "Escape" ? copy.close : copy.open}</p>;',
  'return <Field text={`${copy.name}\\n${key}`} type="button" />;',
  'return <p>{key.join(", ")}</p>;',
  'throw new Error("There is no such part of the page.");',
  'headers.set("Authorization", `Bearer ${key}`);',
])('Appendix D: "%s" shows no text of its own', (inside) => {
  expect(faultsIn(inside)).toBe(0);
});
