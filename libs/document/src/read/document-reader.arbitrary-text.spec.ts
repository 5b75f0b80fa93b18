import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { aDocument } from '@pennon/testing';
import fc from 'fast-check';
import { runs } from '../../../../test/support/size';
import { documentFormats, type DocumentFormat } from '../format';
import { DocumentError } from '../problem';
import { writeDocuments } from '../write/document-writer';
import { readDocuments } from './document-reader';

/** The error a text is refused with; undefined when it is read. Anything else that is thrown fails the test. */
function errorOf(text: string, format: DocumentFormat): DocumentError | undefined {
  try {
    Array.from(readDocuments(text, { format }));
    return undefined;
  } catch (error) {
    if (error instanceof DocumentError) return error;
    throw error;
  }
}

function expectLocated(error: DocumentError | undefined, text: string): void {
  if (error === undefined) return;
  const lines = text.split('\n');
  expect(error.problems.length).toBeGreaterThan(0);
  for (const { line, column, reason } of error.problems) {
    expect(line).toBeGreaterThanOrEqual(1);
    expect(line).toBeLessThanOrEqual(lines.length + 1);
    expect(column).toBeGreaterThanOrEqual(1);
    expect(reason).not.toBe('');
  }
}

/** A line at that indent. */
function nested(depth: number, text: string): string {
  return `${' '.repeat(depth)}${text}\n`;
}

/** Pieces that mean something to one of the parsers. */
const pieces = fc.constantFrom(
  ...[
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    "'",
    '\\',
    '- ',
    '? ',
    '\n',
    '  ',
    '\t',
    '#',
    '&a ',
    '*a',
    '!',
    '!!str ',
    '<<: ',
  ],
  ...[
    '---\n',
    '...\n',
    '|',
    '>',
    '%',
    '@',
    'flags',
    'segments:',
    'key: ',
    'null',
    'true',
    '1e9',
    '-',
    '~',
    '\ufeff',
    '\u0000',
  ],
);

describe.each(documentFormats)('reading %s', (format) => {
  it('refuses arbitrary text with nothing but its own error', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string(),
      fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(text, (candidate) => {
        expectLocated(errorOf(candidate, format), candidate);
      }),
      { numRuns: runs(1000) },
    );
  });

  it('refuses documents that were damaged with nothing but its own error', () => {
    const damage = fc.tuple(fc.nat(), fc.nat(20), fc.oneof(fc.string({ maxLength: 5 }), pieces));
    fc.assert(
      fc.property(aDocument(), fc.array(damage, { minLength: 1, maxLength: 3 }), (document, damages) => {
        let text = [...writeDocuments([document], { format })].join('');
        for (const [at, removed, added] of damages) {
          const index = at % (text.length + 1);
          text = text.slice(0, index) + added + text.slice(index + removed);
        }
        expectLocated(errorOf(text, format), text);
      }),
      { numRuns: runs(300) },
    );
  });

  it.each([
    ['lists', '['.repeat(50_000)],
    ['objects', '{"a":'.repeat(50_000)],
    ['lists that end', '['.repeat(5000) + ']'.repeat(5000)],
    ['dashes', '- '.repeat(20_000)],
    [
      'lists in keys',
      Array.from({ length: 450 }, (_, depth) => nested(depth, 'a:') + nested(depth, '-')).join(''),
    ],
    ['keys', Array.from({ length: 3000 }, (_, depth) => nested(depth, 'a:')).join('')],
  ])('refuses %s that are nested too deeply', (_, text) => {
    expectLocated(errorOf(text, format), text);
    expect(errorOf(text, format)).toBeInstanceOf(DocumentError);
  });

  it('refuses an endless text in time', () => {
    const text = `{"version": "${'a'.repeat(1_000_000)}`;
    expect(errorOf(text, format)).toBeInstanceOf(DocumentError);
  });
});

it('refuses aliases that would stand for more than memory holds', () => {
  const levels = Array.from({ length: 20 }, (_, level) =>
    level === 0 ? 'a0: &a0 [x, x, x, x, x, x]' : `a${level}: &a${level} [${`*a${level - 1}, `.repeat(6)}]`,
  );
  const text = `flags: []\n${levels.join('\n')}\n`;
  const reasons = errorOf(text, 'yaml')?.problems.map(({ reason }) => reason);
  expect(reasons).toContain('aliases stand for more than 10000000 values and characters');
});

it('says line and path of every one of 200 mistakes in the shop fixture', () => {
  const text = readFileSync(join(__dirname, '../../../../test/conformance/fixtures/shop.yaml'), 'utf8');
  const lines = text.split('\n');
  const mistakes = [
    (line: string) => line.replace(/^(\s*(?:- )?)(\w+):/, '$1$2x:'),
    (line: string) => line.replace(/(\w+_TYPE|\w+_OPERATOR)/, '$1S'),
    (line: string) => line.replace(/(key|segment): ([\w-]+)/, '$1: "$2 $2"'),
    (line: string) => line.replace(/: (true|false)/, ': maybe'),
    (line: string) => line.replace(/rollout: [\d.]+/, 'rollout: 101'),
    (line: string) => line.replace(/percentage: [\d.]+/, 'percentage: lots'),
    (line: string) => line.replace(/keys: \[.*\]/, 'keys: []'),
    (line: string) => line.replace(/operator: \w+/, 'operator: like'),
    (line: string) => line.replace(/variant: /, 'variant: un'),
    (line: string) => `${line}: :`,
  ];
  const mutated = lines.flatMap((line, index) =>
    mistakes
      .map((mistake) => mistake(line))
      .filter((changed) => changed !== line && !/attachment|steps|theme|owner|ticket/.test(line))
      .map((changed) => lines.with(index, changed).join('\n')),
  );
  expect(mutated.length).toBeGreaterThanOrEqual(200);
  const unnoticed = mutated.filter((candidate) => {
    const error = errorOf(candidate, 'yaml');
    expectLocated(error, candidate);
    return error === undefined;
  });
  expect(unnoticed).toEqual([]);
});
