import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BUNDLE } from '../../support/bundle';
import { runServer, type Remains } from '../../support/run-server';
import { sample } from '../../support/size';

jest.setTimeout(60_000);

async function pennon(...args: readonly string[]): Promise<Remains> {
  return runServer({ app: 'pennon', args });
}

/** The error of a command that needs a server. */
function needsServer(command: string): string {
  return `pennon: ${command} needs a running server, which knows the caller and the review policy: say --address URL\n`;
}

const names = [
  'serve',
  'reader',
  'export',
  'import',
  'validate',
  'evaluate',
  'flag off',
  'flag on',
  'flag set',
  'history',
  'diff',
  'revert',
  'promote',
  'changes list',
  'changes show',
  'changes approve',
  'changes reject',
  'changes request-changes',
  'changes comment',
  'changes apply',
  'changes cancel',
  'changes series',
  'changes move',
  'migrate',
  'config check',
  'config print',
  'token create',
  'token list',
  'token delete',
  'completion',
];

test.each([[[]], [['help']]])(
  'pennon %p lists the commands, the options of all, and the exit codes',
  async (args) => {
    const { exitCode, stdout, stderr } = await pennon(...args);
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^Pennon 0\.1\.0: feature flags/);
    for (const name of [...names, 'help']) expect(stdout).toMatch(new RegExp(`^  ${name} +\\S`, 'm'));
    for (const option of ['--config FILE', '--help, -h', '--version, -v'])
      expect(stdout).toContain(`\n  ${option} `);
    for (const exitCode of ['0', '1', '2', '130']) expect(stdout).toContain(`\n  ${exitCode} `);
  },
);

/** Each is a process of its own; that every command has a help text is tested in the source. */
const SHARE = 4;

test.each(
  sample<[string, string, string[]]>(
    [
      ['serve', '', ['--config FILE']],
      ['reader', '', ['--config FILE']],
      ['migrate', '', ['--config FILE', '--status', '--dry-run']],
      [
        'export',
        '',
        ['--output, -o FILE', '--namespace, -n KEY', '--to s3://BUCKET/PREFIX', '--token-file FILE'],
      ],
      [
        'import',
        ' [FILE...]',
        ['--dry-run', '--prune', '--yes, -y', '--address, -a URL', '--from-database URL'],
      ],
      ['validate', ' FILE...', ['--json', '--format yaml|json']],
      ['evaluate', ' [FLAG]', ['--flag, -f KEY', '--entity, -e ID', '--context, -c NAME=VALUE']],
      ['flag off', ' KEY', ['--reason TEXT', '--dry-run', '--namespace, -n KEY', '--address, -a URL']],
      ['flag on', ' KEY', ['--message, -m TEXT', '--json', '--bypass-review REASON']],
      ['flag set', ' KEY', ['--percentage N', '--weights A=N,B=N', '--metadata K=V', '--namespace, -n KEY']],
      ['history', ' NAMESPACE', ['--flag, -f KEY', '--limit N', '--revision N']],
      ['diff', ' FROM [TO]', ['--json', '--address, -a URL']],
      ['revert', ' NAMESPACE REVISION', ['--onto-latest', '--flag, -f KEY', '--part NAME', '--dry-run']],
      ['promote', ' FROM TO', ['--all-segments', '--at TIME', '--propose']],
      ['changes list', ' NAMESPACE', ['--limit N']],
      ['changes approve', ' NAMESPACE ID', ['--comment TEXT']],
      ['changes cancel', ' NAMESPACE ID', ['--reason TEXT']],
      ['changes series', ' NAMESPACE', ['--flag, -f KEY', '--zone NAME']],
      ['changes move', ' NAMESPACE SERIES', ['--at TIME', '--every TIME', '--step N']],
      ['config print', '', ['--json', '--config FILE']],
      ['token create', '', ['--name NAME', '--role ROLE', '--expires-in TIME']],
      ['token delete', ' ID', ['--address, -a URL']],
      ['completion', ' SHELL', ['--help, -h']],
    ],
    SHARE,
  ),
)('help on %s says how it is used, with options and an example', async (name, args, options) => {
  const { exitCode, stdout, stderr } = await pennon('help', ...name.split(' '));
  expect([exitCode, stderr]).toEqual([0, '']);
  expect(stdout).toContain(`\nUsage: pennon ${name} [options]${args}\n`);
  for (const option of options) expect(stdout).toContain(`\n  ${option} `);
  expect(stdout).toMatch(new RegExp(`\nExamples:\n(  .*\n)*  .*pennon ${name}`));
});

test('help on a group lists its commands', async () => {
  const { exitCode, stdout } = await pennon('help', 'token');
  expect(exitCode).toBe(0);
  for (const name of ['create', 'list', 'delete'])
    expect(stdout).toMatch(new RegExp(`^  token ${name} +\\S`, 'm'));
});

test('pennon --version prints the version and nothing else', async () => {
  expect(await pennon('--version')).toEqual({ exitCode: 0, stdout: '0.1.0\n', stderr: '' });
});

test.each(
  sample<[string[], string | RegExp]>(
    [
      [['explode'], 'pennon: unknown command "explode"; see pennon help\n'],
      [['improt', 'x'], 'pennon: unknown command "improt"; did you mean import?; see pennon help\n'],
      [['token'], 'pennon: which one: pennon token create, list or delete? See pennon help token\n'],
      [['import', '--prun', 'x.yaml'], 'pennon: unknown option --prun; did you mean --prune?\n'],
      [['import'], 'pennon: import needs FILE, or --from-database; see pennon help import\n'],
      [['validate'], 'pennon: validate needs FILE; see pennon help validate\n'],
      [['validate', 'flags.txt'], /^pennon: flags\.txt: its name tells no format; [^\n]+\n$/],
      [['validate', '-', '-'], 'pennon: standard input can be read only once\n'],
      [['evaluate', '--entity', 'me'], 'pennon: evaluate needs --flag KEY; see pennon help evaluate\n'],
      [['evaluate', '-f', 'a', '-e', 'b', '-c', 'x'], 'pennon: --context takes NAME=VALUE, not "x"\n'],
      [
        ['export', '-n', 'a', '--all-namespaces'],
        'pennon: --namespace and --all-namespaces exclude each other\n',
      ],
      [['export', '--token', 'abc'], 'pennon: --token is for a server: say --address too\n'],
      [['token', 'create'], 'pennon: token create needs --name NAME; see pennon help token create\n'],
      [['migrate', '--status', '--dry-run'], 'pennon: --status and --dry-run exclude each other\n'],
      [['export', '--revision', '7'], 'pennon: --revision is of one namespace: say --namespace KEY too\n'],
      [['export', '-n', 'a,b', '--revision', '7'], /^pennon: --revision is of one namespace: [^\n]+\n$/],
      [
        ['export', '-n', 'a', '--revision', 'x'],
        'pennon: invalid field --revision: must be a revision: a number, or a number, a dot and its mark; "x" was given\n',
      ],
      [['history'], 'pennon: history needs NAMESPACE; see pennon help history\n'],
      [['history', 'shop'], needsServer('history')],
      [['history', 'shop', '--limit', '0'], 'pennon: --limit takes a whole number of at least 1, not "0"\n'],
      [
        ['history', 'shop', '--revision', '7', '--flag', 'a'],
        'pennon: --revision and --flag exclude each other\n',
      ],
      [['diff', 'shop@7'], needsServer('diff')],
      [
        ['diff', 'shop'],
        'pennon: the latest revision does not differ from itself: name an earlier one, as in shop@7\n',
      ],
      [['diff', 'shop@x'], /^pennon: a namespace and its revision are written as shop@7, [^\n]+\n$/],
      [['revert', 'shop'], 'pennon: revert needs REVISION; see pennon help revert\n'],
      [['revert', 'shop', '7'], needsServer('revert')],
      [['revert', 'shop', '-7'], 'pennon: unknown option -7\n'],
      [
        ['revert', 'shop', 'x'],
        'pennon: invalid field REVISION: must be a revision: a number, or a number, a dot and its mark; "x" was given\n',
      ],
      [['promote', 'a', 'b'], needsServer('promote')],
      [
        ['promote', 'a', 'b', '--at', 'noon'],
        /^pennon: --at takes a date and a time such as [^\n]+ not "noon"\n$/,
      ],
      [
        ['promote', 'a', 'b', '--at', '2020-01-01T00:00:00Z'],
        'pennon: --at must be in the future: 2020-01-01T00:00:00Z is in the past\n',
      ],
      [['changes', 'list', 'shop'], needsServer('changes list')],
      [['changes', 'list', 'shop', '--state', 'open'], /^pennon: --state takes pending-review, [^\n]+\n$/],
      [['changes', 'apply', 'shop', 'x'], needsServer('changes apply')],
      [['changes', 'move', 'shop', 'x', '--every', '1h'], needsServer('changes move')],
      [['changes', 'move', 'shop', 'x'], /^pennon: changes move needs --at TIME or --every TIME; /],
      [['import', 'x.yaml', '--propose'], needsServer('import --propose')],
      [['import', 'x.yaml', '--at', '2999-01-01T00:00:00Z'], needsServer('import --at')],
      [['import', 'x.yaml', '--message', 'why'], needsServer('import --message')],
      [
        ['import', 'x.yaml', '--propose', '--prune'],
        'pennon: --prune cannot be used with --propose: a change deletes only what it names\n',
      ],
      [
        ['import', 'x.yaml', '--message', 'why', '--skip-existing'],
        /^pennon: --skip-existing cannot be used with --message: [^\n]+\n$/,
      ],
      [['serve', '--config'], 'pennon: --config needs a value: --config FILE\n'],
    ],
    SHARE,
  ),
)('pennon %p is refused', async (args, stderr) => {
  const remains = await pennon(...args);
  expect(remains).toMatchObject({ exitCode: 1, stdout: '' });
  if (typeof stderr === 'string') expect(remains.stderr).toBe(stderr);
  else expect(remains.stderr).toMatch(stderr);
});

test.each([
  ['serve', '--config', '/absent/pennon.yml'],
  ['--config', '/absent/pennon.yml', 'reader'],
  ['migrate', '--config', '/absent/pennon.yml'],
  ['export', '--config', '/absent/pennon.yml'],
])('a file that is not there is named: pennon %s %s %s', async (...args) => {
  const { exitCode, stdout, stderr } = await pennon(...args);
  expect([exitCode, stdout]).toEqual([1, '']);
  expect(stderr).toContain('\n/absent/pennon.yml: no such file (from --config)\n');
});

const onLinux = process.platform === 'linux' ? test : test.skip;

onLinux.each([['help'], ['config print']])('%s on a disk that is full says so', (words) => {
  const command = `"${process.execPath}" "${join(BUNDLE, 'pennon.js')}" ${words} > /dev/full`;
  const { status, stderr } = spawnSync('sh', ['-c', command], { encoding: 'utf8', cwd: tmpdir(), env: {} });
  expect([status, stderr]).toEqual([
    1,
    'pennon: cannot write standard output: no space is left on the disk\n',
  ]);
});
