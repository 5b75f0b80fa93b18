import { UnknownFieldError } from '@pennon/domain';
import { VERSION } from '@pennon/platform';
import { CreateFlagRequestSchema, pennonAudit, pennonChanges } from '@pennon/proto';
import { messageFromJson } from './message-json';

const { CreateChangeRequestSchema: change, UpdatePolicyRequestSchema: policy } = pennonChanges;

function refusalOf(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('it was taken');
}

describe('a member that a message of Pennon does not have', () => {
  it.each([
    [{ validateonly: true }, 'validateonly', '; did you mean validateOnly?'],
    [{ baseRevison: 3 }, 'baseRevison', '; did you mean baseRevision?'],
    [{ at: '2030-01-01T00:00:00Z' }, 'at', ''],
    [{ when: { time: '2030-01-01T00:00:00Z' } }, 'when.time', ''],
    [{ when: { steps: [{}, { docment: {} }] } }, 'when.steps[1].docment', '; did you mean document?'],
    [{ restore: { revision: 1, flag: ['a'] } }, 'restore.flag', '; did you mean flags?'],
    [{ edits: { flags: [{ percent: 5 }] } }, 'edits.flags[0].percent', ''],
    [{ 'x\ny': 1 }, '"x\\ny"', ''],
    [{ ['x'.repeat(100)]: 1 }, `"${'x'.repeat(64)}…"`, ''],
    [{ __proto__x: 1, constructor: 1 }, '__proto__x', ''],
    [{ constructor: 1 }, 'constructor', ''],
  ])('is refused by its path, with the nearest name and the version: %j', (json, path, hint) => {
    const read = (): unknown => messageFromJson(change, json, 5);
    expect(read).toThrow(UnknownFieldError);
    expect(refusalOf(read)).toBe(`invalid field ${path}: unknown to Pennon ${VERSION}${hint}`);
  });

  it('is refused in lists of messages and below them', () => {
    const json = { policy: { requiredApproval: 2 } };
    expect(refusalOf(() => messageFromJson(policy, json, 5))).toContain(
      'policy.requiredApproval: unknown to Pennon',
    );
  });

  it('is passed over in a message of Flipt', () => {
    expect(messageFromJson(CreateFlagRequestSchema, { key: 'a', keys: 1 }, 5)).toMatchObject({ key: 'a' });
  });
});

describe('members that exclude each other', () => {
  it('are refused by both names', () => {
    const json = { document: {}, restore: { revision: 1 } };
    expect(refusalOf(() => messageFromJson(change, json, 5))).toBe(
      'invalid field restore: must not be given together with document',
    );
  });

  it('are taken where all but one are null', () => {
    const json = { document: null, restore: { revision: 1 }, promote: null };
    expect(messageFromJson(change, json, 5)).toMatchObject({ source: { case: 'restore' } });
  });

  it('are refused where a field is given by both of its names', () => {
    const json = { validateOnly: false, validate_only: true };
    expect(refusalOf(() => messageFromJson(change, json, 5))).toBe(
      'invalid field validateOnly: is given twice, as validateOnly and as validate_only',
    );
  });
});

describe('a number', () => {
  it.each([1, '1'])('may be a text, as in proto3 JSON: %j', (one) => {
    const flags = [{ key: 'a', rank: one, percentage: one, weights: { on: one } }];
    const message = messageFromJson(change, { edits: { flags } }, 5);
    expect(message.source.value).toMatchObject({ flags: [{ rank: 1, percentage: 1, weights: { on: 1 } }] });
    const { policy: wanted } = messageFromJson(policy, { policy: { requiredApprovals: one } }, 5);
    expect(wanted?.requiredApprovals).toBe(1);
  });

  it.each(['', 'a', ' 1', '1 ', '0x1', '01', '.5', 'Infinity', 'NaN', '1e999'])(
    'is no other text: %j',
    (text) => {
      expect(refusalOf(() => messageFromJson(change, { edits: { flags: [{ percentage: text }] } }, 5))).toBe(
        'invalid field edits.flags[0].percentage: must be a number',
      );
    },
  );
});

describe('a value of another type', () => {
  it.each([
    [change, { message: 5 }, 'message: must be a text'],
    [change, { validateOnly: 'true' }, 'validateOnly: must be true or false'],
    [change, { mode: 'apply' }, 'mode: must be APPLY or PROPOSE'],
    [change, { mode: 7 }, 'mode: must be APPLY or PROPOSE'],
    [change, { when: [] }, 'when: must be an object'],
    [change, { when: { steps: {} } }, 'when.steps: must be a list'],
    [change, { when: { steps: [5] } }, 'when.steps[0]: must be an object'],
    [change, { restore: { flags: ['a', 5] } }, 'restore.flags[1]: must be a text'],
    [change, { edits: { flags: [{ weights: { a: '5 ' } }] } }, 'edits.flags[0].weights.a: must be a number'],
    [change, { edits: { flags: [{ weights: { a: null } }] } }, 'edits.flags[0].weights.a: must be a number'],
    [change, { edits: { flags: [{ weights: [5] }] } }, 'edits.flags[0].weights: must be an object'],
    [change, { edits: { flags: [{ percentage: '0x5' }] } }, 'edits.flags[0].percentage: must be a number'],
    [change, [], 'body: must be an object'],
    [change, { document: { document: [] } }, 'document.document: must be a text or an object'],
    [change, { edits: { flags: [{ metadata: [] }] } }, 'edits.flags[0].metadata: must be an object'],
    [
      change,
      { edits: { flags: [{ metadata: { a: { b: { c: { d: { e: { f: {} } } } } } } }] } },
      'edits.flags[0].metadata: must not be nested deeper than 5 levels',
    ],
    [policy, { policy: { requiredApprovals: 1.5 } }, 'policy.requiredApprovals: must be a whole number'],
    [
      policy,
      { policy: { requiredApprovals: 2 ** 31 } },
      'policy.requiredApprovals: must be a number of 32 bits',
    ],
  ])('is refused by the name of the field: %#', (type, json, problem) => {
    expect(refusalOf(() => messageFromJson(type, json, 5))).toBe(`invalid field ${problem}`);
  });
});

describe('a whole number beyond 2^53', () => {
  const { ReplayDeadLettersRequestSchema: replay } = pennonAudit;

  it('keeps its digits as a text', () => {
    expect(messageFromJson(replay, { position: '9223372036854775807' }, 5)).toMatchObject({
      position: 9_223_372_036_854_775_807n,
    });
  });

  it('is refused as a number, of which JSON loses digits', () => {
    // oxlint-disable-next-line no-loss-of-precision -- what a client sends
    expect(refusalOf(() => messageFromJson(replay, { position: 9_007_199_254_740_993 }, 5))).toBe(
      'invalid field position: is beyond 2^53: give it as a text',
    );
  });

  it('is refused where it has more than 64 bits', () => {
    expect(refusalOf(() => messageFromJson(replay, { position: '9223372036854775808' }, 5))).toBe(
      'invalid field position: must be a number of 64 bits',
    );
  });
});
