import type { FlagState } from '@pennon/state';
import type { DocumentFormat } from '../format';
import { DocumentError } from '../problem';
import { readDocuments } from '../read/document-reader';
import { writeDocuments } from '../write/document-writer';
import { flagText } from '../write/subject-text';

function flagsOf(text: string, format: DocumentFormat = 'json'): readonly FlagState[] {
  return [...readDocuments(text, { format })].flatMap(({ document }) => document.flags);
}

function flagOf(off: unknown): FlagState {
  const [flag] = flagsOf(
    JSON.stringify({ flags: [{ key: 'a', name: 'A', type: 'BOOLEAN_FLAG_TYPE', off }] }),
  );
  if (flag === undefined) throw new Error('there is no flag');
  return flag;
}

function problemsOf(off: unknown): readonly string[] {
  try {
    flagOf(off);
    return [];
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    return error.problems.map(({ path, reason }) => `${path}: ${reason}`);
  }
}

const unsaid = { by: undefined, at: undefined, reason: undefined };

it.each([
  [undefined, undefined],
  [false, false],
  [true, unsaid],
  [{}, unsaid],
  [{ reason: 'payments fail' }, { ...unsaid, reason: 'payments fail' }],
  [
    { by: 'ana', at: '2026-03-02T10:15:00.123456+01:00', reason: '' },
    { by: 'ana', at: Date.UTC(2026, 2, 2, 9, 15, 0, 123) * 1000, reason: '' },
  ],
])('reads %j', (said, off) => {
  expect(flagOf(said).off).toEqual(off);
});

it.each([
  ['true', ['flags[0].off: expected true, false or an object, found a text']],
  [null, ['flags[0].off: expected true, false or an object, found null']],
  [1, ['flags[0].off: expected true, false or an object, found a number']],
  [
    { reason: 'a\nb' },
    ['flags[0].off.reason: must be one line without control and bidirectional-override characters'],
  ],
  [{ at: '2026-03-02' }, ['flags[0].off.at: expected a time with date and zone (RFC 3339)']],
  [{ at: '2026-02-30T00:00:00Z' }, ['flags[0].off.at: expected a time with date and zone (RFC 3339)']],
  [{ reason: 'x'.repeat(4097) }, ['flags[0].off.reason: must not be longer than 4096 characters']],
  [{ since: 'today' }, ['flags[0].off.since: unknown field']],
])('refuses in %j what it cannot mean', (said, problems) => {
  expect(problemsOf(said)).toEqual(problems);
});

it.each<[FlagState['off'], unknown]>([
  [undefined, undefined],
  [false, undefined],
  [unsaid, true],
  [{ ...unsaid, reason: 'payments fail' }, { reason: 'payments fail' }],
  [
    { by: 'ana', at: Date.UTC(2026, 2, 2, 9, 15) * 1000, reason: '' },
    { by: 'ana', at: '2026-03-02T09:15:00Z', reason: '' },
  ],
])('writes %j', (off, said) => {
  const { off: written } = JSON.parse(flagText({ ...flagOf(undefined), off })) as { off: unknown };
  expect(written).toEqual(said);
});

it('is the same in YAML, also for readers of YAML 1.1, to which a plain off is false', () => {
  const flag = flagOf({ by: 'ana', at: '2026-03-02T09:15:00.123Z', reason: 'on' });
  const document = { namespace: { key: 'a', name: 'A', description: '' }, flags: [flag], segments: [] };
  const text = [...writeDocuments([document], { format: 'yaml' })].join('');
  expect(text).toContain('"off":');
  expect(flagsOf(text, 'yaml')).toEqual([flag]);
});
