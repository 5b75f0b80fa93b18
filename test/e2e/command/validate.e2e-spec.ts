import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Remains } from '../../support/run-server';
import { runPennon } from '../../support/run-pennon';
import { sized } from '../../support/size';
import { mutationsOf } from '../../support/document-mutations';

jest.setTimeout(600_000);

const shop = readFileSync('test/conformance/fixtures/shop.yaml', 'utf8');
const twoNamespaces = readFileSync('test/conformance/fixtures/two-namespaces.yaml', 'utf8');

/** How many processes run at once. */
const LANES = 3;

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'pennon-validate-'));
});

afterEach(() => {
  rmSync(directory, { recursive: true });
});

async function validate(input: string, ...args: readonly string[]): Promise<Remains> {
  return runPennon(['validate', ...args], { directory, input });
}

test('documents that are valid are passed, with a word on what is odd', async () => {
  writeFileSync(join(directory, 'shop.yaml'), shop);
  writeFileSync(join(directory, 'two.yaml'), twoNamespaces);
  const { exitCode, stdout, stderr } = await validate('', 'shop.yaml', 'two.yaml');
  expect([exitCode, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^(warning: (shop|two)\.yaml:\d+:\d+: [^\n]+\n)+$/);
  expect(await validate('', '--quiet', 'shop.yaml', 'two.yaml')).toEqual({
    exitCode: 0,
    stdout: '',
    stderr: '',
  });
});

test('a document that is longer than the settings allow is not valid', async () => {
  writeFileSync(join(directory, 'settings.yaml'), 'document:\n  max_length: 4KiB\n');
  const long = `# ${'x'.repeat(1200)}\nflags: []\n`;
  const { exitCode, stdout } = await validate(long, '--config', 'settings.yaml', '-');
  expect([exitCode, stdout]).toEqual([2, expect.stringContaining('may have 1024 characters at most')]);
  expect((await validate(long, '-')).exitCode).toBe(0);
});

test('every problem is told with its place, what was meant, and for scripts', async () => {
  const text = 'flags:\n  - key: one\n    name: One\n    enabeld: true\n    type: VARIANT_FLAG_TYP\n';
  const { exitCode, stdout, stderr } = await validate(text, '-');
  expect([exitCode, stderr]).toEqual([2, '']);
  const lines = stdout.trimEnd().split('\n');
  expect(lines).toEqual([
    expect.stringMatching(/^<stdin>:4:5: flags\[0\]\.enabeld: .*; did you mean enabled\?$/),
    expect.stringMatching(/^<stdin>:5:11: flags\[0\]\.type: .*; did you mean VARIANT_FLAG_TYPE\?$/),
  ]);
  const json = await validate(text, '--json', '-');
  expect([json.exitCode, JSON.parse(json.stdout)]).toEqual([
    2,
    {
      file: '<stdin>',
      valid: false,
      complete: true,
      warnings: [],
      problems: [
        expect.objectContaining({ line: 4, column: 5, path: 'flags[0].enabeld', suggestion: 'enabled' }),
        expect.objectContaining({ line: 5, column: 11, path: 'flags[0].type' }),
      ],
    },
  ]);
});

test('files are looked at together', async () => {
  writeFileSync(
    join(directory, 'a.yaml'),
    'segments: [{ key: all, name: All, match_type: ALL_MATCH_TYPE }]\n',
  );
  const flag = 'flags: [{ key: one, name: One, rules: [{ segment: all }] }]\n';
  writeFileSync(join(directory, 'b.yaml'), flag);
  expect(await validate('', 'a.yaml', 'b.yaml')).toMatchObject({ exitCode: 0 });
  expect(await validate('', 'b.yaml', 'a.yaml')).toMatchObject({
    exitCode: 2,
    stdout: expect.stringContaining('b.yaml:1:'),
  });
  expect((await validate(flag, 'a.yaml', 'b.yaml', '-')).stdout).toMatch(
    /^<stdin>:1:\d+: .*flag "one" is not unique: it is defined at b\.yaml:1/,
  );
});

test('a document that holds nothing is not valid', async () => {
  const { exitCode, stdout } = await validate('# nothing\n', '-');
  expect(exitCode).toBe(2);
  expect(stdout).toBe('<stdin>:1:1: the document is empty; to have no flags, say "flags: []"\n');
});

test('what cannot be read is a failure, and no verdict', async () => {
  expect(await validate('', 'absent.yaml')).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: 'pennon: cannot read absent.yaml: no such file or directory\n',
  });
  writeFileSync(join(directory, 'bytes.yaml'), Buffer.from([0x66, 0xff, 0xfe]));
  expect(await validate('', 'bytes.yaml')).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: 'pennon: cannot read bytes.yaml: it is no UTF-8 text\n',
  });
});

test('of hundreds of damaged documents each is told why and where, and none is a crash', async () => {
  const every = sized({ small: 30, whole: 1 });
  const damaged = [...mutationsOf(shop, 3 * every), ...mutationsOf(twoNamespaces, 40 * every)];
  const queue = [...damaged.entries()];
  let invalid = 0;
  await Promise.all(
    Array.from({ length: LANES }, async () => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
        const [index, { what, text }] = next;
        const name = `${index}.yaml`;
        writeFileSync(join(directory, name), text);
        const { exitCode, stdout, stderr } = await validate('', '--quiet', name);
        // Of some it is only known that they may be damaged: the rest is up to the verdict.
        expect([what, stderr, exitCode === 0 || exitCode === 2]).toEqual([what, '', true]);
        expect([what, stdout]).toEqual([
          what,
          expect.stringMatching(verdicts[exitCode === 2 ? 'invalid' : 'valid']),
        ]);
        expect([what, stdout]).toEqual([what, expect.not.stringMatching(/^ +at |node_modules|undefined/m)]);
        if (exitCode === 2) invalid++;
      }
    }),
  );
  expect(invalid).toBeGreaterThanOrEqual(200 / every);
});

/** What is printed: nothing, or problems with line, column and, but for what is no YAML at all, a path. */
const verdicts = {
  valid: /^$/,
  invalid: /^(\d+\.yaml:[1-9]\d*:[1-9]\d*: [^\n]+\n|\d+\.yaml: there are more problems than these\n)+$/,
};
