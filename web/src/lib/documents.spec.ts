import { readFileSync } from 'node:fs';
import { fileText, type NamespaceStates, readExport, readFile, stepJson } from './documents';
import { type Rollout, type Rule } from './model';

const exported = JSON.stringify({
  version: '1.4',
  namespace: { key: 'shop', name: 'Shop' },
  flags: [
    {
      key: 'plain',
      name: 'Plain',
      type: 'BOOLEAN_FLAG_TYPE',
      enabled: false,
      off: { reason: 'payments fail' },
    },
    {
      ...{ key: 'colour', name: 'Colour', type: 'VARIANT_FLAG_TYPE', enabled: true },
      variants: [{ default: true, key: 'blue' }],
      rules: [{ segment: 'eu', distributions: [{ variant: 'blue', rollout: 50 }] }],
    },
  ],
  segments: [
    { key: 'eu', name: 'EU', match_type: 'ANY_MATCH_TYPE' },
    { key: 'unused', name: 'Unused', match_type: 'ALL_MATCH_TYPE' },
  ],
});

const keysOf = ({ flags, segments }: NamespaceStates): readonly string[] =>
  [...flags, ...segments].map(({ key }) => key);

const read = (text: string, fileName = 'flags.yaml'): NamespaceStates => readFile(text, fileName, 'here');

describe('an export', () => {
  it('says of every flag whether it is off', () => {
    expect(readExport(exported).flags).toMatchObject([
      { key: 'plain', off: { reason: 'payments fail' } },
      { key: 'colour', off: false, defaultVariantKey: 'blue' },
    ]);
  });

  it.each(['json', 'yaml'] as const)('is a file in %s that says the same, whole or in part', (format) => {
    const name = `flags.${format}`;
    expect(keysOf(read(fileText(exported, format), name))).toEqual(['plain', 'colour', 'eu', 'unused']);
    const part = fileText(exported, format, ['colour']);
    expect(keysOf(read(part, name))).toEqual(['colour', 'eu']);
    expect(part).not.toContain('Shop');
  });

  it.each(['json', 'yaml'] as const)('in %s keeps all digits of an attachment, out and back', (format) => {
    const attachment = '{"id":9007199254740993,"rate":1.10,"list":[-0.1000000000000000055,1e400],"text":"1"}';
    const variants = `[{"key":"blue","attachment":${attachment}}]`;
    const text = fileText(`{"flags":[{"key":"colour","name":"Colour","variants":${variants}}]}`, format, [
      'colour',
    ]);
    expect(read(text, `flags.${format}`).flags).toMatchObject([{ variants: [{ attachment }] }]);
  });
});

describe('a file', () => {
  it('is for the namespace on screen, and may need segments of it', () => {
    const { flags } = read('flags: [{ key: a, name: A, rules: [{ segment: there }] }]');
    expect(flags).toMatchObject([{ key: 'a', off: undefined, rules: [{ segmentKeys: ['there'] }] }]);
  });

  it('may hold several documents, but not several namespaces', () => {
    const flag = (key: string): string => `flags: [{ key: ${key}, name: N }]\n`;
    expect(keysOf(read(`${flag('a')}---\n${flag('b')}`))).toEqual(['a', 'b']);
    expect(() => read(`namespace: one\n${flag('a')}---\nnamespace: two\n${flag('b')}`)).toThrow(
      'It holds several namespaces. Import a file with one namespace.',
    );
  });

  it('is JSON also without a known ending, and says where it is wrong', () => {
    expect(keysOf(read('{"flags":[{"key":"a","name":"A"}]}', 'flags.txt'))).toEqual(['a']);
    expect(() => read('flags: [{ key: "with space", name: A }]')).toThrow(/^1:16: flags\[0\]\.key: /);
    expect(() => read('{"flags":[', 'flags.json')).toThrow(/^1:11: /);
    expect(() => read('just text')).toThrow('1:1: expected an object, found a text');
  });

  it('keeps the numbers of metadata, and is refused for one that the server would round', () => {
    const ofMetadata = (text: string): string => `flags: [{ key: a, name: A, metadata: { a: [${text}] } }]`;
    const metadata = { a: [9007199254740992, 2 ** 60, 1e300, 1.5, 0.1] };
    expect(read(ofMetadata(metadata.a.join(', '))).flags).toMatchObject([{ metadata }]);
    expect(() => read(ofMetadata('9007199254740993'))).toThrow(
      'flags[0].metadata: A number this long cannot be saved exactly. Use a string.',
    );
  });

  it('is as the documentation shows it', () => {
    const [, text = ''] =
      /^```json\n([^]+?)\n```$/m.exec(readFileSync('docs/flags-as-files.md', 'utf8')) ?? [];
    expect(keysOf(read(text, 'flags.json'))).toEqual(['button-colour', 'beta-users']);
    expect(JSON.parse(fileText(text, 'json', ['button-colour']))).toEqual(JSON.parse(text));
  });
});

test('a rule and a rollout on their own are as in a document', () => {
  const rule: Rule = {
    ...{ id: 'r1', segmentKeys: ['beta'], segmentOperator: 'or' },
    distributions: [{ variantKey: 'blue', rolloutPercent: 50 }],
  };
  expect(JSON.parse(stepJson('rules', rule))).toEqual({
    segment: 'beta',
    distributions: [{ variant: 'blue', rollout: 50 }],
  });
  const rollout: Rollout = {
    ...{ id: 'o1', description: '', createdAt: '' },
    step: { type: 'threshold', percent: 25, value: true },
  };
  expect(JSON.parse(stepJson('rollouts', rollout))).toEqual({ threshold: { percentage: 25, value: true } });
});
