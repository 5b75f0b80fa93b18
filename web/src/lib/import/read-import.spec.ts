import { readFileSync } from 'node:fs';
import { type NamespaceContents } from '../compare';
import { exportJson } from '../export/export-json';
import { exportYaml } from '../export/export-yaml';
import { readImport } from './read-import';

const document = `
version: "1.4"
namespace: { key: checkout }
flags:
  - key: express-pay
    type: BOOLEAN_FLAG_TYPE
    rollouts:
      - segment: { keys: [eu, premium], operator: AND_SEGMENT_OPERATOR, value: true }
      - threshold: { percentage: 10, value: true }
  - key: colour
    name: Colour
    enabled: true
    metadata: { owner: web }
    variants:
      - { key: blue, default: true }
      - { key: green, attachment: { hex: "#0a0" } }
    rules:
      - segment: eu
        distributions: [{ variant: green, rollout: 50 }]
segments:
  - key: eu
    match_type: ANY_MATCH_TYPE
    constraints:
      - { type: STRING_COMPARISON_TYPE, property: country, operator: isoneof, value: '["DE"]' }
`;

function read(text: string): NamespaceContents {
  const reading = readImport(text, 'here');
  if ('problem' in reading) throw new Error(reading.problem);
  return reading.contents;
}

describe('readImport', () => {
  it('reads the document of the command line', () => {
    const { flags, segments } = read(document);
    expect(flags).toMatchObject([
      {
        flag: { key: 'express-pay', name: 'express-pay', namespaceKey: 'here', enabled: false },
        rollouts: [
          {
            segment: { segmentKeys: ['eu', 'premium'], segmentOperator: 'AND_SEGMENT_OPERATOR', value: true },
          },
          { threshold: { percentage: 10, value: true } },
        ],
      },
      {
        flag: {
          type: 'VARIANT_FLAG_TYPE',
          defaultVariant: { key: 'blue' },
          variants: [{ attachment: '' }, { attachment: '{"hex":"#0a0"}' }],
        },
        rules: [{ segmentKeys: ['eu'], distributions: [{ variantId: 'green', rollout: 50 }] }],
      },
    ]);
    expect(segments).toMatchObject([
      { key: 'eu', matchType: 'ANY_MATCH_TYPE', constraints: [{ value: '["DE"]' }] },
    ]);
  });

  it('reads what it exports, as JSON and as YAML', () => {
    const contents = read(document);
    expect(read(exportJson('there', contents))).toEqual(contents);
    expect(read(exportYaml('there', contents))).toEqual(contents);
  });

  it('says where a file is wrong', () => {
    expect(readImport('flags: [{ key: "with space" }]', 'here')).toEqual({
      problem: expect.stringMatching(/^flags\.0\.key: /),
    });
    expect(readImport('flags: [', 'here')).toEqual({ problem: expect.any(String) });
    expect(readImport('just text', 'here')).toEqual({ problem: expect.any(String) });
  });

  it('keeps all digits of an attachment on the way out and back', () => {
    const attachment = '{"id":9007199254740993,"rate":1.10,"list":[-0.1000000000000000055,1e400],"text":"1"}';
    const contents = read(
      `{"flags":[{"key":"colour","variants":[{"key":"blue","attachment":${attachment}}]}]}`,
    );
    const stored = { flags: [{ flag: { variants: [{ attachment }] } }] };
    expect(contents).toMatchObject(stored);
    expect(read(exportJson('there', contents))).toMatchObject(stored);
    expect(read(exportYaml('there', contents))).toMatchObject(stored);
    expect(exportYaml('there', contents)).toContain('id: 9007199254740993\n');
  });

  it('keeps the numbers of metadata, and refuses one that the server would round', () => {
    const ofMetadata = (text: string): string => `flags: [{ key: colour, metadata: { a: [${text}] } }]`;
    const metadata = { a: [9007199254740992, 2 ** 60, 1e300, 1.5, 0.1] };
    const contents = read(ofMetadata(metadata.a.join(', ')));
    expect(contents).toMatchObject({ flags: [{ flag: { metadata } }] });
    expect(read(exportJson('there', contents))).toEqual(contents);
    expect(read(exportYaml('there', contents))).toEqual(contents);
    expect(readImport(ofMetadata('9007199254740993'), 'here')).toEqual({
      problem: 'flags.0.metadata: A number this long cannot be saved exactly. Use a string.',
    });
  });

  it('reads the spellings of numbers that YAML has and JSON has not', () => {
    const ofAttachment = (text: string): string =>
      `flags: [{ key: colour, variants: [{ key: blue, attachment: { 1: ${text} } }] }]`;
    expect(read(ofAttachment('[+1, .5, 2., 0x20000000000001]'))).toMatchObject({
      flags: [{ flag: { variants: [{ attachment: '{"1":[1,0.5,2.0,9007199254740993]}' }] } }],
    });
    for (const spelling of ['012', '.inf']) {
      expect(readImport(ofAttachment(spelling), 'here')).toEqual({
        problem: `The number ${spelling} has no certain meaning in JSON; put it in quotes if it is a text.`,
      });
    }
  });

  it('reads the file that the documentation shows', () => {
    const [, text = ''] =
      /^```json\n([^]+?)\n```$/m.exec(readFileSync('docs/flags-as-files.md', 'utf8')) ?? [];
    const contents = read(text);
    expect(contents.flags.map(({ flag: { key } }) => key)).toEqual(['button-colour']);
    expect(JSON.parse(exportJson('default', contents))).toEqual(JSON.parse(text));
  });
});
