import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const LIB = 'libs/auth/src';

/** The code of the lib, by file, without comments. */
const sources = readdirSync(LIB, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
  .map((file) => {
    const code = readFileSync(join(LIB, file), 'utf8');
    return [file, code.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')] as const;
  });

/** Names of what nobody must be able to guess letter by letter. */
const SECRET = String.raw`\b\w*(?:[sS]ecret|[tT]oken|[sS]tate|[nN]once|[vV]erifier|[hH]ash|[pP]assword)\w*\b`;

/** Such a name on either side of a comparison; whether there is one at all may be told. */
const COMPARISON = new RegExp(
  String.raw`(?<!typeof )${SECRET} [!=]==(?! undefined| ''| ')|[!=]== ${SECRET}(?!\.length)`,
);

describe('the time that a comparison takes tells nothing', () => {
  it('looks at all code of the lib', () => {
    expect(sources.length).toBeGreaterThan(20);
  });

  it.each([
    'if (state === given) return;',
    'if (given.state !== state) throw refused();',
    'return expected === clientToken;',
    'return tokenHash === other;',
  ])('would notice one that is: %s', (code) => {
    expect(COMPARISON.test(code)).toBe(true);
  });

  it.each(sources)('because secrets are never compared letter by letter: %s', (_, code) => {
    const lines = code.split('\n').filter((line) => COMPARISON.test(line));
    expect(lines).toEqual([]);
  });

  it('because a client token is looked up by the hash of its text, and the hash alone reaches the store', () => {
    const users = sources.filter(([, code]) => code.includes('findByHash(')).map(([file]) => file);
    expect(users).toEqual([join('tokens', 'token-records.ts')]);
    const codeOf = (path: string): string => sources.find(([file]) => file === path)?.[1] ?? '';
    expect(codeOf(join('tokens', 'token-authenticator.ts'))).toContain('this.records.find(credential.hash)');
    expect(codeOf(join('credentials', 'credential.ts'))).toContain('hashOf(this.text)');
  });

  it('because there is one place that compares them', () => {
    const users = sources.filter(([, code]) => code.includes('timingSafeEqual(')).map(([file]) => file);
    expect(users).toEqual([join('credentials', 'same-secret.ts')]);
  });
});
