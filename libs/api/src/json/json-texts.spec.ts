import { create } from '@bufbuild/protobuf';
import fc from 'fast-check';
import { flipt, pennonChanges, pennonTransfer } from '@pennon/proto';
import { holdsJsonText, messageWithJson, withJsonAsText } from './json-texts';
import { messageFromJson } from './message-json';
import { parseWholeJson } from './parse-json';

const {
  ChangeOutcomeSchema,
  CreateChangeRequestSchema,
  RevisionDetailsSchema,
  RevisionListSchema,
  UpdateChangeRequestSchema,
} = pennonChanges;

/** The request that a body means. */
function read(body: string): unknown {
  return messageFromJson(
    CreateChangeRequestSchema,
    parseWholeJson(withJsonAsText(CreateChangeRequestSchema, body)),
    5,
  );
}

function documentIn(document: string): object {
  return { source: { case: 'document', value: { document } } };
}

describe('an object in a field that holds JSON as text', () => {
  it.each([
    '{}',
    '{ "flags" : [ ] }',
    '{"metadata":{"long":12345678901234567890,"tiny":1.0,"2":0,"1":0}}',
    String.raw`{"name":"} \" { \\","a":["]"]}`,
    '{"document":{"document":{}}}',
    '{"ü":"\u{1F600}\\ud83d"}',
  ])('is read letter by letter: %s', (document) => {
    expect(read(`{"document": {"document": ${document} , "deletions": {"flags": ["a"]}}}`)).toMatchObject({
      source: { case: 'document', value: { document, deletions: { flags: ['a'] } } },
    });
  });

  it('may be one of several, each in a step', () => {
    const body =
      '{"when":{"steps":[{"document":{"document":{"a":1}}},{"after":"5s","document":{"document":{"b":2.0}}}]}}';
    expect(read(body)).toMatchObject({
      when: { steps: [{ document: { document: '{"a":1}' } }, { document: { document: '{"b":2.0}' } }] },
    });
  });

  it('is read for an import, too', () => {
    const { ImportNamespaceRequestSchema } = pennonTransfer;
    expect(withJsonAsText(ImportNamespaceRequestSchema, '{"prune":true,"document":{"flags":[]}}')).toBe(
      String.raw`{"prune":true,"document":"{\"flags\":[]}"}`,
    );
  });

  it('may be a text as before', () => {
    expect(read(String.raw`{"document":{"document":"{\"flags\": []}"}}`)).toMatchObject(
      documentIn('{"flags": []}'),
    );
  });

  it.each(['[]', '[{}]', '5', 'true'])('must not be %s', (document) => {
    expect(() => read(`{"document":{"document":${document}}}`)).toThrow(
      'invalid field document.document: must be a text',
    );
  });

  it.each([
    '{"document":{"document":{"a":1}',
    '{"document":{"document":{"a":"}}}',
    '{"document":{"document":{"a":1}}',
    '{"document":{"document":{"a":1}}}}',
    '{"document":{"document":{"a":1}"deletions":{}}}',
  ])('makes no JSON of what is none: %s', (body) => {
    expect(() => read(body)).toThrow('malformed JSON body');
  });

  it('does not hide a member that is given twice', () => {
    expect(() => read('{"document":{"document":{},"document":{}}}')).toThrow(
      'invalid field document.document: is given twice',
    );
  });

  it('is looked for in no other place', () => {
    for (const body of ['{"message":{"a":1}}', '{"document":{"deletions":{"document":{}}}}', '{"before":{}}'])
      expect(withJsonAsText(CreateChangeRequestSchema, body)).toBe(body);
  });

  it('is the same whatever it holds', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.nat(2), (object, indent) => {
        const document = JSON.stringify(object, undefined, indent);
        expect(read(`{"document":{"document":${document}},"message":"x"}`)).toMatchObject({
          ...documentIn(document),
          message: 'x',
        });
      }),
    );
  });
});

describe('a message with JSON in texts', () => {
  const before = '{"key":"a","metadata":{"long":12345678901234567890,"2":1.0,"1":"$&"}}';

  it('can be written with the objects themselves, letter by letter', () => {
    const items = [
      { kind: 'flag', key: 'a', before },
      { kind: 'flag', key: 'b', after: '{}' },
    ];
    const message = create(RevisionDetailsSchema, { items });
    expect(messageWithJson(RevisionDetailsSchema, message, false)).toBe(
      `{"items":[{"kind":"flag","key":"a","before":${before}},{"kind":"flag","key":"b","after":{}}],"nextPageToken":""}`,
    );
    expect(messageWithJson(RevisionDetailsSchema, message, true)).toContain(`      "before": ${before}\n`);
  });

  it('is written so in the messages within it', () => {
    const message = create(ChangeOutcomeSchema, {
      steps: [{ items: [{ kind: 'flag', key: 'a', after: before }] }],
    });
    expect(messageWithJson(ChangeOutcomeSchema, message, false)).toContain(`"after":${before}`);
  });

  it.each([{ document: before }, { document: '', deletions: { flags: ['a'], segments: [] } }])(
    'is read as it was written: %j',
    (document) => {
      const source = { source: { case: 'document' as const, value: document } };
      const text = messageWithJson(
        ChangeOutcomeSchema,
        create(ChangeOutcomeSchema, { change: { source } }),
        false,
      );
      const [, written = ''] = /"source":(\{.*\}),"subjects"/.exec(text) ?? [];
      const asked = parseWholeJson(withJsonAsText(UpdateChangeRequestSchema, written));
      expect(messageFromJson(UpdateChangeRequestSchema, asked, 5)).toMatchObject({ document });
    },
  );

  it('is told from others', () => {
    expect([ChangeOutcomeSchema, CreateChangeRequestSchema].map(holdsJsonText)).toEqual([true, true]);
    expect([RevisionListSchema, flipt.FlagSchema].map(holdsJsonText)).toEqual([false, false]);
  });
});
