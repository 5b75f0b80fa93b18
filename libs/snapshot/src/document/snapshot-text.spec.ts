import { SnapshotDecoder, encodeSnapshotDocument } from './snapshot-text';
import { SnapshotFormatError } from './members';
import { type FlagDocument, type SegmentDocument, type SnapshotDocument } from './snapshot-document';

const dutch: SegmentDocument = {
  key: 'dutch',
  matchType: 'all',
  constraints: [{ id: 'c1', type: 'string', property: 'country', operator: 'eq', value: 'NL' }],
};
const texts = { name: 'Colour', description: '' };
const times = { createdAt: 1_700_000_000_000_000, updatedAt: 1_700_000_000_000_001 };
const colour: FlagDocument = {
  type: 'variant',
  key: 'colour',
  ...texts,
  isEnabled: true,
  ...times,
  metadata: { owner: 'payments', version: 2, temporary: true },
  variants: [{ id: 'v1', key: 'orange', attachment: '{"hex":"#f60"}' }],
  defaultVariantId: 'v1',
  rules: [
    {
      id: 'r1',
      rank: 1,
      segmentKeys: ['dutch'],
      segmentOperator: 'or',
      distributions: [{ id: 'd1', variantId: 'v1', rolloutPercent: 33.3 }],
    },
  ],
};
const banner: FlagDocument = {
  type: 'boolean',
  key: 'banner',
  ...texts,
  isEnabled: false,
  ...times,
  variants: [],
  rollouts: [{ id: 'o1', rank: 1, step: { type: 'threshold', percent: 50, value: true } }],
};
const shop: SnapshotDocument = {
  formatVersion: 2,
  namespaceKey: 'shop',
  revision: 7,
  segments: [dutch],
  flags: [colour, banner],
};

/** The lines of the document, without their line breaks. */
const lines = [...encodeSnapshotDocument(shop)].map((line) => line.trimEnd());

function decode(text: readonly string[]): SnapshotDocument {
  const decoder = new SnapshotDecoder();
  for (const line of text) decoder.line(line);
  return decoder.end();
}

/** Why the lines are refused. */
function refusalOf(text: readonly string[]): string {
  try {
    decode(text);
  } catch (error) {
    if (error instanceof SnapshotFormatError) return error.message;
    throw error;
  }
  return 'they are not';
}

/** The lines with something else in one of them, 1-based. */
function withLine(number: number, find: string, replacement: string): readonly string[] {
  const line = lines[number - 1] ?? '';
  expect(line).toContain(find);
  return lines.with(number - 1, line.replace(find, replacement));
}

describe('the text of a document', () => {
  it('has a line that says what follows, and one for every segment and flag', () => {
    expect(lines).toEqual([
      '{"formatVersion":2,"namespaceKey":"shop","revision":7,"segments":1,"flags":2}',
      JSON.stringify(dutch),
      JSON.stringify(colour),
      JSON.stringify(banner),
    ]);
  });

  it('ends every line with a line break', () => {
    expect([...encodeSnapshotDocument(shop)].every((line) => /^[^\n]+\n$/.test(line))).toBe(true);
  });

  it('is read back', () => {
    expect(decode(lines)).toStrictEqual(shop);
  });

  it.each<[string, readonly string[]]>([
    ['the text is empty', []],
    ['the text ends after 1 of 4 lines', lines.slice(0, 1)],
    ['the text ends after 3 of 4 lines', lines.slice(0, 3)],
    ['line 5: the text should have ended before it', [...lines, lines[3] ?? '']],
    ['line 1: must be JSON', ['']],
    ['line 3: must be JSON', lines.with(2, (lines[2] ?? '').slice(0, -1))],
    ['line 1: must be an object', ['[]']],
    ['line 1: formatVersion: is 1, and 2 is what this version reads', withLine(1, '":2', '":1')],
    ['line 1: formatVersion: must be a whole number', ['{}']],
    ['line 1: revision: must be a whole number', withLine(1, '7', '7.5')],
    ['line 1: revision: must not be negative', withLine(1, '7', '-7')],
    ['line 1: flags: must be a whole number', withLine(1, '"flags":2', '"flags":"2"')],
    ['line 1: "host": is unknown', withLine(1, '}', ',"host":"a"}')],
    ['line 2: matchType: must be one of all, any', withLine(2, '"all"', '"none"')],
    ['line 2: constraints: must be a list', withLine(2, JSON.stringify(dutch.constraints), '{}')],
    ['line 2: constraints[0].value: must be a string', withLine(2, '"NL"', 'null')],
    ['line 3: key: must be a string', withLine(3, '"key":"colour",', '')],
    ['line 3: metadata: must be an object', withLine(3, JSON.stringify(colour.metadata), '[]')],
    [
      'line 3: metadata: must hold strings, numbers, true and false alone',
      withLine(3, '"payments"', '{"team":"payments"}'),
    ],
    ['line 3: isEnabled: must be true or false', withLine(3, 'true', '1')],
    ['line 3: type: must be one of variant, boolean', withLine(3, '"variant"', '"multivariate"')],
    ['line 3: "defaultVariantId": is unknown', withLine(3, '"variant"', '"boolean"')],
    ['line 3: variants[0].attachment: must be empty or JSON', withLine(3, '{\\"hex\\"', '{hex')],
    ['line 3: rules[0].segmentKeys: must be a list of strings, at least one', withLine(3, '["dutch"]', '[]')],
    [
      'line 3: rules[0].distributions[0].rolloutPercent: must be a number from 0 to 100',
      withLine(3, '33.3', '133.3'),
    ],
    ['line 3: createdAt: must be a whole number', withLine(3, '1700000000000000', '1e300')],
    ['line 4: rollouts[0].step.percent: must be a number from 0 to 100', withLine(4, '50', 'null')],
    ['line 4: rollouts[0].step: must be an object', withLine(4, JSON.stringify(stepOf(banner)), 'null')],
    ['line 4: there is another flag "colour"', withLine(4, 'banner', 'colour')],
    [
      'line 4: there is another variant "v1"',
      withLine(4, '"variants":[]', '"variants":[{"id":"v1","key":"","attachment":""}]'),
    ],
  ])('is refused because %s', (message, text) => {
    expect(refusalOf(text)).toBe(message);
  });

  it('is refused for a second segment of the same key', () => {
    const two = withLine(1, '"segments":1', '"segments":2');
    expect(refusalOf(two.toSpliced(2, 0, lines[1] ?? ''))).toBe('line 3: there is another segment "dutch"');
  });

  it('shows no more of a name that is unknown than there is room for', () => {
    const name = 'x'.repeat(1000);
    expect(refusalOf(withLine(1, '}', `,"${name}":1}`))).toBe(`line 1: "${'x'.repeat(50)}": is unknown`);
  });
});

function stepOf(flag: FlagDocument): unknown {
  return flag.type === 'boolean' ? flag.rollouts[0]?.step : undefined;
}
