import { commands } from '../commands';
import { type Command, commonOptions, type Given } from './command';
import { parseCommandLine } from './parse-command-line';

function aCommand(name: string, more: Partial<Command> = {}): Command {
  return {
    name,
    summary: '',
    details: [],
    options: {},
    examples: [],
    run: async () => Promise.resolve(0),
    ...more,
  };
}

const plain = aCommand('plain');
const rich = aCommand('rich', {
  takes: { placeholder: 'THING', min: 0, max: 2 },
  options: {
    quick: { type: 'boolean', short: 'q', help: '' },
    output: { type: 'string', short: 'o', placeholder: 'FILE', help: '' },
    format: { type: 'string', placeholder: 'FORMAT', values: ['yaml', 'json'], help: '' },
    pair: { type: 'string', multiple: true, placeholder: 'K=V', help: '' },
  },
});
const make = aCommand('token make', { options: { name: { type: 'string', placeholder: 'NAME', help: '' } } });
const drop = aCommand('token drop', { takes: { placeholder: 'ID', min: 1, max: 1 } });
const move = aCommand('move', { takes: { placeholder: 'FROM TO', min: 2, max: 2 } });
const shell = aCommand('shell', { takes: { placeholder: 'SHELL', min: 1, max: 1, values: ['bash', 'zsh'] } });

function parse(...args: string[]): ReturnType<typeof parseCommandLine> {
  return parseCommandLine(args, [plain, rich, make, drop, move, shell]);
}

function givenTo(command: Command, ...args: string[]): Given {
  const parsed = parse(...args);
  if (parsed.kind !== 'run') throw new Error(`${parsed.kind} and no command`);
  expect(parsed.command).toBe(command);
  return parsed.given;
}

test('options stand before the command, behind it, and between arguments', () => {
  const given = givenTo(rich, '--config', 'plain', 'rich', 'one', '--quick', '--output=plain', 'two');
  expect([given.text('config'), given.isOn('quick'), given.text('output')]).toEqual(['plain', true, 'plain']);
  expect(given.args).toEqual(['one', 'two']);
});

test('options have letters, and what was not given is missing', () => {
  const given = givenTo(rich, 'rich', '-q', '-o', 'file');
  expect([given.isOn('quick'), given.text('output')]).toEqual([true, 'file']);
  expect([given.text('format'), given.texts('pair'), givenTo(plain, 'plain').isOn('quick')]).toEqual([
    undefined,
    [],
    false,
  ]);
});

test('an option that may be repeated is a list; of any other the last value counts', () => {
  const given = givenTo(rich, 'rich', '--pair', 'a=1', '--pair=b=2', '-o', 'one', '-o', 'two');
  expect([given.texts('pair'), given.text('output')]).toEqual([['a=1', 'b=2'], 'two']);
});

test('a hyphen alone is an argument, and so is everything behind two', () => {
  expect(givenTo(rich, 'rich', '-', '--', '--quick').args).toEqual(['-', '--quick']);
});

test('a command of a group is named by two words', () => {
  expect(givenTo(make, 'token', 'make', '--name', 'ci').text('name')).toBe('ci');
  expect(givenTo(make, '--config', 'c.yml', 'token', '--config', 'd.yml', 'make').text('config')).toBe(
    'd.yml',
  );
  expect(givenTo(drop, 'token', 'drop', 'make').args).toEqual(['make']);
});

test('options that exclude each other are named', () => {
  const given = givenTo(rich, 'rich', '-q', '-o', 'file');
  expect(() => {
    given.assertAtMostOne('output', 'format', 'quick');
  }).toThrow('--output and --quick exclude each other');
  given.assertAtMostOne('output', 'format');
});

test.each([[[]], [['help']], [['--help']], [['-h']], [['help', '--help']]])(
  '%p asks for help on the program',
  (args) => {
    expect(parse(...args)).toEqual({ kind: 'help', topic: undefined });
  },
);

test.each([
  [['help', 'rich'], rich],
  [['rich', '--help'], rich],
  [['--help', 'rich'], rich],
  [['rich', '--quick', '-h'], rich],
  [['help', 'token', 'make'], make],
  [['token', 'drop', '--help'], drop],
  [['help', 'token'], { word: 'token', commands: [make, drop] }],
  [['token', '--help'], { word: 'token', commands: [make, drop] }],
])('%p asks for help on what it names', (args, topic) => {
  expect(parse(...args)).toEqual({ kind: 'help', topic });
});

test.each([[['--version']], [['rich', '--version']], [['--help', '--version']], [['token', '--version']]])(
  '%p asks for the version',
  (args) => {
    expect(parse(...args)).toEqual({ kind: 'version' });
  },
);

test.each([
  [['none'], 'unknown command "none"; see pennon help'],
  [['plian'], 'unknown command "plian"; did you mean plain?; see pennon help'],
  [['help', 'none'], 'unknown command "none"; see pennon help'],
  [['help', 'plain', 'rich'], 'help is about one command'],
  [['token'], 'which one: pennon token make or drop? See pennon help token'],
  [['token', 'mak'], 'unknown command "token mak"; did you mean make?; see pennon help token'],
  [['plain', 'more'], 'plain takes no arguments, but "more" is given; see pennon help plain'],
  [['rich', '1', '2', '3'], 'rich takes 2 THING, but "3" is given as well; see pennon help rich'],
  [['token', 'drop'], 'token drop needs ID; see pennon help token drop'],
  [['move'], 'move needs FROM and TO; see pennon help move'],
  [['move', 'a'], 'move needs TO; see pennon help move'],
  [['move', 'a', 'b', 'c'], 'move takes FROM and TO, but "c" is given as well; see pennon help move'],
  [
    ['token', 'drop', '1', '2'],
    'token drop takes one ID, but "2" is given as well; see pennon help token drop',
  ],
  [['shell', 'bsh'], 'shell takes bash or zsh, not "bsh"; did you mean bash?'],
  [['plain', '--quick'], 'unknown option --quick'],
  [['rich', '--quik'], 'unknown option --quik; did you mean --quick?'],
  [['rich', '-x'], 'unknown option -x'],
  [['--quick', 'plain'], 'unknown option --quick'],
  [['--colour'], 'unknown option --colour'],
  [['rich', '--constructor'], 'unknown option --constructor'],
  [['rich', '--output'], '--output needs a value: --output FILE'],
  [['rich', '-o', '--quick'], '-o needs a value: -o FILE'],
  [['plain', '--config'], '--config needs a value: --config FILE'],
  [['rich', '--quick=yes'], '--quick takes no value'],
  [['--config', 'c.yml'], 'no command is given; pennon serve --config FILE runs the server'],
  [['rich', '--format', 'jsn'], '--format takes yaml or json, not "jsn"; did you mean json?'],
])('%p is refused', (args, reason) => {
  expect(() => parse(...args)).toThrow(new Error(reason));
});

test('options of commands may come before help of their group is asked for', () => {
  expect(parse('token', '--help', '--name', 'x')).toMatchObject({ kind: 'help', topic: { word: 'token' } });
  expect(parse('--output', 'move', 'rich')).toMatchObject({ kind: 'run', command: rich });
});

test('an option of one name, or of one letter, takes a value in all commands or in none', () => {
  const types = new Map<string, Set<string>>();
  for (const { options } of commands) {
    for (const [name, { short = name, type }] of Object.entries({ ...options, ...commonOptions }))
      for (const key of [name, short]) types.set(key, (types.get(key) ?? new Set()).add(type));
  }
  expect([...types].filter(([, kinds]) => kinds.size > 1).map(([key]) => key)).toEqual([]);
});
