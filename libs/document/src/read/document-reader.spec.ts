import { Readable } from 'node:stream';
import { storedOperatorsByType } from '@pennon/state';
import { type NamespaceDocument } from '../document';
import { type DocumentFormat } from '../format';
import { describeProblem, DocumentError } from '../problem';
import { DocumentReader, readDocuments, readDocumentStream, type ReadOptions } from './document-reader';
import { KeysRead, type ReadDocument } from './read-document';

type Options = Partial<ReadOptions>;

function read(text: string, options: Options = {}): readonly ReadDocument[] {
  return [...readDocuments(text, { format: 'yaml', ...options })];
}

function documentOf(text: string, options?: Options): NamespaceDocument {
  const [first] = read(text, options);
  if (first === undefined) throw new Error('there is no document');
  return first.document;
}

/** Everything that is wrong with the text, in lines. */
function problemsOf(text: string, options?: Options): readonly string[] {
  try {
    read(text, options);
    return [];
  } catch (error) {
    if (error instanceof DocumentError) return error.problems.map(describeProblem);
    throw error;
  }
}

function warningsOf(text: string): readonly string[] {
  return read(text).flatMap(({ warnings }) => warnings.map(describeProblem));
}

/** A document with one flag, of these lines. */
function flag(...lines: readonly string[]): string {
  return ['flags:', '  - key: a', '    name: A', ...lines.map((line) => `    ${line}`), ''].join('\n');
}

/** A document with one segment, of these lines. */
function segment(...lines: readonly string[]): string {
  const first = ['segments:', '  - key: a', '    name: A', '    match_type: ALL_MATCH_TYPE'];
  return [...first, ...lines.map((line) => `    ${line}`), ''].join('\n');
}

function constraint(fields: string): string {
  return segment('constraints:', `  - { ${fields} }`);
}

describe('the shape of a stream', () => {
  it('takes the documents of YAML one after another', () => {
    const text =
      '# exported by Pennon (1.0) on 2026-01-01T00:00:00Z\n\nnamespace: a\n---\nnamespace: b\n...\n---\n---\nnamespace: c';
    expect(read(text).map(({ document }) => document.namespace.key)).toEqual(['a', 'b', 'c']);
  });

  it('begins a document behind the end of another', () => {
    const text = 'namespace: a\n... # the end\nnamespace: b\n';
    expect(read(text).map(({ document }) => document.namespace.key)).toEqual(['a', 'b']);
  });

  it('takes the objects of JSON one after another, wherever they stand', () => {
    const text = '{"namespace":"a"}\n{"namespace":"b"}{"namespace":"}\\"{"}';
    expect(problemsOf(text, { format: 'json' })).toEqual(['2:31: namespace: contains invalid characters']);
    expect(read(text.slice(0, 35), { format: 'json' })).toHaveLength(2);
  });

  it('passes over the header line of JSON', () => {
    const text = '# exported by Flipt (v1.58.0) on 2026-01-01T00:00:00Z\n\n{"namespace":"a"}\n';
    expect(documentOf(text, { format: 'json' }).namespace.key).toBe('a');
    expect(problemsOf('# header\n\n{"namespace": 1}', { format: 'json' })).toEqual([
      '3:15: namespace: expected an object, found a number',
    ]);
  });

  it('takes no list of JSON', () => {
    expect(problemsOf('[{"namespace":"a"}]', { format: 'json' })).toEqual([
      '1:1: expected an object, found a list',
    ]);
  });

  it.each([
    '',
    '\n',
    ' \t\r\n',
    '# only a comment',
    '---\n---\n',
    '\ufeff',
    '{}',
    '# a header\n{}\n',
    'null',
    '---\n{}\n',
  ])('refuses a text that holds nothing: %j', (text) => {
    const empty = expect.stringMatching(/^\d+:\d+: the document is empty; /);
    expect(problemsOf(text)).toEqual([empty]);
    if (!/^(?:-|null)/.test(text)) expect(problemsOf(text, { format: 'json' })).toEqual([empty]);
  });

  it.each([
    'version: "1.4"',
    'version: "1.4"\n# cut off',
    'version: "1.4"\n---\nflags: []\n',
    '{"version":"1.4"}',
  ])('refuses a document that has nothing but a version: %j', (text) => {
    expect(problemsOf(text)).toEqual([expect.stringMatching(/^1:1: the document has nothing but a version/)]);
  });

  it.each(['flags: []', 'flags:', 'segments: []', 'namespace: shop', 'namespace: { key: shop }'])(
    'takes a document that says that there is nothing: %j',
    (line) => {
      expect(problemsOf(`version: "1.4"\n${line}\n`)).toEqual([]);
    },
  );

  it('refuses a stream that ends before its first document', async () => {
    const documents = readDocumentStream(Readable.from([]), { format: 'yaml' });
    await expect(documents.next()).rejects.toThrow(DocumentError);
  });

  it.each(['namespace: a', 'flags: []', 'segments: []', '# nothing\n---\nflags: []\n---\n'])(
    'takes a document without flags as the wish to have none: %j',
    (text) => {
      expect(read(text)).toMatchObject([{ document: { flags: [], segments: [] } }]);
    },
  );

  it('hands on a document before the next one is complete', () => {
    const reader = new DocumentReader({ format: 'yaml' });
    expect([...reader.push('namespace: a\n--')]).toHaveLength(0);
    expect([...reader.push('-\nnamespace: [')]).toHaveLength(1);
    expect(() => [...reader.end()]).toThrow(DocumentError);
  });

  it('reads a stream of chunks', async () => {
    async function* chunks(): AsyncGenerator<string> {
      yield '{"names';
      await Promise.resolve();
      yield 'pace":"a"}{"namespace":"b"}';
    }
    const keys: string[] = [];
    for await (const { document } of readDocumentStream(chunks(), { format: 'json' }))
      keys.push(document.namespace.key);
    expect(keys).toEqual(['a', 'b']);
  });

  it.each<DocumentFormat>(['yaml', 'json'])('bounds the length of a document in %s', (format) => {
    const text = '{"namespace":"a","flags":[]}';
    expect(read(text, { format, maxDocumentLength: 28 })).toHaveLength(1);
    expect(problemsOf(text, { format, maxDocumentLength: 27 })).toEqual([
      '1:1: a document may have 27 characters at most',
    ]);
  });
});

describe('errors', () => {
  it('tells all that is wrong at once, in the order of the places', () => {
    const text = [
      'version: "1.4"',
      'namespace: "a b"',
      'flags:',
      '  - key: x',
      '    nam: X',
      '    type: BOOLEN_FLAG_TYPE',
      '    enabled: maybe',
      '    variants: [{ key: a }, { key: a }]',
      '    rules:',
      '      - distributions:',
      '          - { variant: b, rollout: 101 }',
      '      - segment: everione',
      'segments:',
      '  - { key: everyone, name: Everyone, match_type: ALL_MATCH_TYPE }',
    ].join('\n');
    expect(problemsOf(text)).toEqual([
      '2:12: namespace: contains invalid characters',
      '4:5: flags[0].name: must not be empty',
      '5:5: flags[0].nam: unknown field; did you mean name?',
      '6:11: flags[0].type: "BOOLEN_FLAG_TYPE" is none of VARIANT_FLAG_TYPE, BOOLEAN_FLAG_TYPE; did you mean BOOLEAN_FLAG_TYPE?',
      '7:14: flags[0].enabled: expected true or false, found a text',
      '8:35: flags[0].variants[1].key: variant "a" is not unique: flags[0].variants[0].key has the key',
      '10:9: flags[0].rules[0].segment: a rule needs a segment',
      '11:24: flags[0].rules[0].distributions[0].variant: unknown variant "b"; did you mean a?',
      "11:36: flags[0].rules[0].distributions[0].rollout: must be less than or equal to '100'",
      '12:18: flags[0].rules[1].segment: unknown segment "everione"; did you mean everyone?',
    ]);
  });

  it('bounds how many are listed, and says that there are more', () => {
    const text = `flags: [${'x, '.repeat(500)}]`;
    const attempt = (): unknown => read(text, { maxProblems: 3 });
    expect(attempt).toThrow('1:9: flags[0]: expected an object, found a text (and at least 2 more)');
    expect(problemsOf(text, { maxProblems: 3 })).toHaveLength(3);
  });

  it('shortens what is too long to read', () => {
    const long = 'x'.repeat(100_000);
    const [unknown, ...others] = problemsOf(
      `${long.slice(0, 900)}: 1\nflags: [{ key: a, name: A, type: ${long} }]`,
    );
    expect(others).toHaveLength(1);
    expect(unknown).toBe(`1:1: ${'x'.repeat(60)}…: unknown field`);
    expect(others[0]?.length).toBeLessThan(600);
  });

  it('counts lines through a whole stream', () => {
    expect(problemsOf('namespace: a\n---\nnamespace: b\nflag: []\n')).toEqual([
      '4:1: flag: unknown field; did you mean flags?',
    ]);
    expect(problemsOf('{"namespace":"a"}\n\n{"namespace":"b",\n "flag":[]}', { format: 'json' })).toEqual([
      '4:2: flag: unknown field; did you mean flags?',
    ]);
  });

  it.each([
    ['{"a" 1}', '1:6: a: expected ":", found "1"'],
    ['{"a": }', '1:7: a: expected a value, found "}"'],
    ['{"a": nul}', '1:7: a: expected a value, found "nul"'],
    ['{"a": 01}', '1:8: expected "," or "}", found "1"'],
    ['{"a": [1 2]}', '1:10: a: expected "," or "]", found "2"'],
    ['{"a": 1,}', '1:9: expected a key in double quotes, found "}"'],
    ['{"a": "x', '1:7: a: is a text without an end'],
    ['{"a": "\\x"}', '1:7: a: is a text with an unknown escape'],
    ['{"a": "\\u00g0"}', '1:7: a: is a text with an unknown escape'],
    ['{"a": "\t"}', '1:7: a: is a text with a raw control character'],
    ['{"a": "\n"}', '1:7: a: is a text without an end'],
    ['{"a": 1.}', '1:7: a: expected a value, found "1."'],
    ['{"a": -}', '1:7: a: expected a value, found "-"'],
    ['{"a": [1, nul]}', '1:11: a[1]: expected a value, found "nul"'],
    ['{"a": [1,', '1:10: a[1]: expected a value, found the end'],
    ['{"a": /* note */ 1}', '1:7: a: expected a value, found "/*"'],
    ['{a: 1}', '1:2: expected a key in double quotes, found "a"'],
    ['{"a": 1', '1:8: expected "," or "}", found the end'],
    ['{"flags":[]} x', '1:14: expected a value, found "x"'],
  ])('says where %s is no JSON', (text, problem) => {
    expect(problemsOf(text, { format: 'json' })).toEqual([problem]);
  });

  it('says where a text is no YAML', () => {
    const [problem] = problemsOf('flags:\n  - key: "a\n');
    expect(problem).toMatch(/^\d+:\d+: Missing closing "quote/);
  });

  it('refuses names and descriptions that are too long, wherever they are', () => {
    const [name, description] = ['n'.repeat(4097), 'd'.repeat(65_537)];
    const step = { description, threshold: { percentage: 1 } };
    const constraint = { type: 'STRING_COMPARISON_TYPE', property: 'p', operator: 'empty', description };
    const document = {
      namespace: { key: 'n', name, description },
      flags: [{ key: 'f', name, description, variants: [{ key: 'v', name, description }], rollouts: [step] }],
      segments: [{ key: 's', name, description, match_type: 'ALL_MATCH_TYPE', constraints: [constraint] }],
    };
    const places = ['namespace', 'flags[0]', 'flags[0].variants[0]', 'segments[0]'];
    const expected = [
      ...places.map((place) => `${place}.name: must not be longer than 4096 characters`),
      ...[...places, 'flags[0].rollouts[0]', 'segments[0].constraints[0]'].map(
        (place) => `${place}.description: must not be longer than 65536 characters`,
      ),
    ];
    const told = problemsOf(JSON.stringify(document)).map((problem) => problem.replace(/^\d+:\d+: /, ''));
    expect(told.toSorted()).toEqual(expected.toSorted());
  });

  it('refuses keys that are there twice, in attachments too', () => {
    const text = flag('variants:', '  - key: v', '    attachment: { x: 1, x: 2 }', 'name: B');
    expect(problemsOf(text)).toEqual([
      '6:29: flags[0].variants[0].attachment.x: the key is there already',
      '7:5: flags[0].name: the key is there already',
    ]);
    expect(problemsOf('{"flags":[],"flags":[]}', { format: 'json' })).toEqual([
      '1:13: flags: the key is there already',
    ]);
  });
});

describe('characters that not every database keeps', () => {
  const flagOf = (text: string): string =>
    `{"flags":[{"key":"f","name":"${text}","metadata":{"${text}":["${text}"]},` +
    `"variants":[{"key":"v","attachment":{"${text}":"${text}"}}]}]}`;

  it.each(['json', 'yaml'] as const)('half of one is read from %s as U+FFFD, wherever it is', (format) => {
    const [flag] = documentOf(flagOf(String.raw`a\ud800`), { format }).flags;
    expect(flag).toMatchObject({
      name: 'a\ufffd',
      metadata: { 'a\ufffd': ['a\ufffd'] },
      variants: [{ attachment: '{"a\ufffd":"a\ufffd"}' }],
    });
  });

  it.each(['json', 'yaml'] as const)('U+0000 in %s is refused by the field that holds it', (format) => {
    expect(problemsOf(flagOf(String.raw`a\u0000`), { format })).toEqual([
      '1:29: flags[0].name: must not hold the character U+0000',
      '1:50: flags[0].metadata: must not hold the character U+0000',
      '1:110: flags[0].variants[0].attachment: must not hold the character U+0000',
    ]);
    const constraint = String.raw`{"type":"STRING_COMPARISON_TYPE","property":"p","operator":"eq","value":"\u0000"}`;
    expect(
      problemsOf(
        `{"segments":[{"key":"s","name":"S","match_type":"ALL_MATCH_TYPE","constraints":[${constraint}]}]}`,
        {
          format,
        },
      ),
    ).toEqual([
      expect.stringMatching(/segments\[0\]\.constraints\[0\]\.value: must not hold the character U\+0000$/),
    ]);
  });
});

describe('versions', () => {
  it.each(['1.0', '1.1', '1.2', '1.3', '1.4', '1', 'v1.2', '1.2.0'])('reads version %s', (version) => {
    expect(problemsOf(`version: "${version}"\nflags: []`)).toEqual([]);
    expect(problemsOf(`version: ${version}\nflags: []`)).toEqual([]);
  });

  it.each([
    ['1.7', 'unsupported version: 1.7'],
    ['1.5.1', 'unsupported version: 1.5.1'],
    ['2.0', 'unsupported version: 2.0'],
    ['1.2.3', 'unsupported version: 1.2.3'],
    ['new', 'parsing document version: "new" is not a version'],
  ])('refuses version %s', (version, reason) => {
    expect(problemsOf(`version: "${version}"\nflags: []`)).toEqual([`1:10: version: ${reason}`]);
  });

  it.each(['1.5', '1.6'])(
    'reads what Flipt v2 writes as version %s, if nothing in it is unknown',
    (version) => {
      const reading = `1:10: version: Flipt v2 writes version ${version}, which is read as 1.4`;
      expect(warningsOf(`version: "${version}"\nflags: [{ key: f, name: F }]`)).toEqual([reading]);
      expect(problemsOf(`version: "${version}"\nflags: [{ key: f, name: F, stage: beta }]`)).toEqual([
        '2:28: flags[0].stage: unknown field',
        `${reading}: remove what only Flipt v2 has (docs/migrating-from-flipt.md)`,
      ]);
    },
  );

  it.each([
    ['[BE, NL]', `'["BE","NL"]'`],
    ['[1, 2.50, "a\\"b"]', `'[1,2.50,"a\\"b"]'`],
  ])('says how to write the list of values %s', (list, text) => {
    const constraint = `{ type: STRING_COMPARISON_TYPE, property: country, operator: isoneof, value: ${list} }`;
    const segment = `{ key: s, name: S, match_type: ANY_MATCH_TYPE, constraints: [${constraint}] }`;
    expect(problemsOf(`segments: [${segment}]`)).toEqual([
      expect.stringMatching(/segments\[0\]\.constraints\[0\]\.value: expected a text, found a list; /),
    ]);
    expect(problemsOf(`segments: [${segment}]`)[0]).toContain(`write the list as JSON in a text: ${text}`);
  });

  it.each([
    ['flagd', '{"flags":{"new":{"state":"ENABLED","variants":{"on":true},"defaultVariant":"on"}}}'],
    ['GO Feature Flag', '{"new":{"variations":{"on":true},"defaultRule":{"variation":"on"}}}'],
  ])('knows a file of %s', (service, text) => {
    expect(problemsOf(text)).toEqual([
      `1:1: this is a flag file of ${service}, which cannot be read; "pennon export" shows how flags are written here ` +
        '(docs/migrating-from-flipt.md)',
    ]);
  });

  it('says where a default variant is written', () => {
    expect(problemsOf('flags: [{ key: f, name: F, default_variant: a }]')).toEqual([
      '1:28: flags[0].default_variant: unknown field; did you mean "default: true" on the variant?',
    ]);
  });

  it.each([
    ['1.0', flag('type: VARIANT_FLAG_TYPE'), 'flag.type is supported in version >=1.1, found 1.0'],
    [
      '1.0',
      flag('rollouts: [{ threshold: { percentage: 5 } }]'),
      'flag.rollouts is supported in version >=1.1, found 1.0',
    ],
    [
      '1.1',
      flag('rollouts: [{ segment: { keys: [x, y] } }]'),
      'flag.rollouts[*].segment.keys is supported in version >=1.2, found 1.1',
    ],
    [
      '1.2',
      flag('variants: [{ key: v, default: true }]'),
      'variant.default is supported in version >=1.3, found 1.2',
    ],
  ])('refuses in version %s what came later', (version, text, reason) => {
    const options = { mayLackSegments: true };
    expect(problemsOf(`version: "${version}"\n${text}`, options)).toEqual([expect.stringContaining(reason)]);
    expect(problemsOf(text, options)).toEqual([]);
  });

  it('reads metadata and the namespace as an object in every version, metadata with a warning', () => {
    const text = `version: "1.0"\nnamespace: { key: a }\n${flag('metadata: { x: 1 }')}`;
    expect(documentOf(text)).toMatchObject({ namespace: { key: 'a' }, flags: [{ metadata: { x: 1 } }] });
    expect(warningsOf(text)).toEqual([
      '6:15: flags[0].metadata: flag.metadata is supported in version >=1.3, found 1.0',
    ]);
  });

  it('takes the version of the first document for all', () => {
    const second = flag('type: VARIANT_FLAG_TYPE');
    expect(problemsOf(`version: "1.0"\nflags: []\n---\n${second}`)).toHaveLength(1);
    expect(problemsOf(`version: "1.0"\nflags: []\n---\nversion: "1.4"\n${second}`)).toHaveLength(1);
    expect(warningsOf('version: "1.4"\nflags: []\n---\nversion: "1.0"\nflags: []\n')).toEqual([
      '4:10: version: the first document says version 1.4, which counts',
    ]);
  });
});

describe('documents and namespaces', () => {
  const unsaid = { name: undefined, description: undefined };

  it.each([
    ['flags: []', { key: 'default', ...unsaid }],
    ['namespace: ""', { key: 'default', ...unsaid }],
    ['namespace: shop', { key: 'shop', ...unsaid }],
    ['namespace: 007', { key: '007', ...unsaid }],
    ['namespace: { key: shop }', { key: 'shop', ...unsaid }],
    ['namespace: { name: Shop }', { key: 'default', name: 'Shop', description: '' }],
    ['namespace: { key: shop, name: Shop }', { key: 'shop', name: 'Shop', description: '' }],
    ['namespace: { key: shop, description: D }', { key: 'shop', name: undefined, description: 'D' }],
  ])('reads %s', (text, namespace) => {
    expect(documentOf(text).namespace).toStrictEqual(namespace);
  });

  it('takes null for absent', () => {
    const text = 'namespace:\nflags: null\nsegments: ~';
    expect(documentOf(text)).toStrictEqual({
      namespace: { key: 'default', ...unsaid },
      flags: [],
      segments: [],
    });
  });

  it('reads an example of all that there is', () => {
    const text = [
      'namespace: { key: checkout, name: Checkout team, description: Flags owned by the checkout team }',
      'flags:',
      '  - key: express-pay',
      '    name: Express pay',
      '    type: BOOLEAN_FLAG_TYPE',
      '    enabled: false',
      '    metadata: { owner: payments, jira: PAY-101, temporary: true }',
      '    rollouts:',
      '      - { description: staff always on, segment: { key: staff, value: true } }',
      '      - segment: { keys: [eu, premium], operator: AND_SEGMENT_OPERATOR, value: true }',
      '      - threshold: { percentage: 10, value: true }',
      'segments:',
      '  - { key: eu, name: EU, match_type: ALL_MATCH_TYPE }',
      '  - { key: premium, name: Premium, match_type: ALL_MATCH_TYPE }',
      '  - key: staff',
      '    name: Staff',
      '    match_type: ANY_MATCH_TYPE',
      '    constraints:',
      '      - { type: ENTITY_ID_COMPARISON_TYPE, property: entity, operator: isoneof, value: \'["u-1"]\' }',
    ].join('\n');
    expect(documentOf(text).flags).toStrictEqual([
      {
        key: 'express-pay',
        name: 'Express pay',
        description: '',
        type: 'boolean',
        isEnabled: false,
        off: undefined,
        metadata: { owner: 'payments', jira: 'PAY-101', temporary: true },
        variants: [],
        defaultVariantKey: undefined,
        rules: [],
        rollouts: [
          {
            description: 'staff always on',
            step: { type: 'segment', segmentKeys: ['staff'], segmentOperator: 'or', value: true },
          },
          {
            description: '',
            step: { type: 'segment', segmentKeys: ['eu', 'premium'], segmentOperator: 'and', value: true },
          },
          { description: '', step: { type: 'threshold', percent: 10, value: true } },
        ],
      },
    ]);
    expect(warningsOf(text)).toEqual([
      "19:54: segments[2].constraints[0].property: a constraint of this type looks at the entity's id: entityId is taken",
    ]);
  });

  it('refuses a key that another noun of the document has, or of an earlier document', () => {
    expect(problemsOf('flags: [{ key: a, name: A }, { key: a, name: B }]')).toEqual([
      '1:37: flags[1].key: flag "a" is not unique: flags[0].key has the key',
    ]);
    expect(problemsOf(`${segment()}---\n${segment()}`)).toEqual([
      '7:10: segments[0].key: segment "a" is not unique: it is defined at line 2',
    ]);
    expect(problemsOf(`${flag()}---\nnamespace: other\n${flag()}`)).toEqual([]);
    const keysRead = new KeysRead();
    read(flag(), { keysRead, fileName: 'one.yaml' });
    expect(problemsOf(flag(), { keysRead, fileName: 'two.yaml' })).toEqual([
      '2:10: flags[0].key: flag "a" is not unique: it is defined at one.yaml:2',
    ]);
  });

  it('lets rules look at segments of the same or an earlier document of the namespace', () => {
    const rule = flag('rules: [{ segment: s }]');
    const segments = 'segments: [{ key: s, name: S, match_type: ANY_MATCH_TYPE }]\n';
    expect(problemsOf(rule + segments)).toEqual([]);
    expect(problemsOf(`${segments}---\n${rule}`)).toEqual([]);
    expect(problemsOf(`${rule}---\n${segments}`)).toEqual([
      '4:24: flags[0].rules[0].segment: unknown segment "s"',
    ]);
    expect(problemsOf(`namespace: other\n${segments}---\n${rule}`)).toHaveLength(1);
  });

  it('lists the segments that may be known elsewhere', () => {
    const [{ unknownSegments } = { unknownSegments: [] }] = read(flag('rules: [{ segment: s }]'), {
      mayLackSegments: true,
    });
    expect(unknownSegments.map(({ key, problem }) => [key, describeProblem(problem)])).toEqual([
      ['s', '4:24: flags[0].rules[0].segment: unknown segment "s"'],
    ]);
  });
});

describe('flags and variants', () => {
  it.each(['', 'a b', 'a.b', 'ä', 'x'.repeat(256)])('refuses the flag key %j', (key) => {
    expect(problemsOf(`flags: [{ key: ${JSON.stringify(key)}, name: A }]`)).toHaveLength(1);
  });

  it.each(['true', 'True', 'yes', 'Yes', 'on', 'ON', 'y', '"yes"'])(
    'reads %s as true where it is typed',
    (word) => {
      expect(documentOf(flag(`enabled: ${word}`)).flags[0]?.isEnabled).toBe(true);
    },
  );

  it.each(['false', 'no', 'off', 'N', 'null', ''])('reads %j as false where it is typed', (word) => {
    expect(documentOf(flag(`enabled: ${word}`)).flags[0]?.isEnabled).toBe(false);
  });

  it('takes only true and false of JSON', () => {
    expect(problemsOf('{"flags":[{"key":"a","name":"A","enabled":1}]}', { format: 'json' })).toEqual([
      '1:43: flags[0].enabled: expected true or false, found a number',
    ]);
  });

  it('reads plain scalars as the text they are written as where text is wanted', () => {
    const [first] = documentOf('flags: [{ key: 007, name: 1.10, description: yes }]').flags;
    expect(first).toMatchObject({ key: '007', name: '1.10', description: 'yes' });
    expect(problemsOf('{"flags":[{"key":7,"name":"A"}]}', { format: 'json' })).toContain(
      '1:18: flags[0].key: expected a text, found a number',
    );
  });

  it.each([
    ['{ a: yes, b: on, c: off, d: no }', '{"a":"yes","b":"on","c":"off","d":"no"}'],
    ['{ z: 1, a: 2 }', '{"z":1,"a":2}'],
    [
      '[9007199254740993, 1.0, 1E3, -0, 123456789012345678901234567890]',
      '[9007199254740993,1.0,1E3,-0,123456789012345678901234567890]',
    ],
    ['[0x1F, 0o17, +5, .5, 5., -.5e2]', '[31,15,5,0.5,5.0,-0.5e2]'],
    ['[2024-06-01, 12:30, 1_000]', '["2024-06-01","12:30","1_000"]'],
    ['{ 1: a, true: b, null: c, 2.50: d }', '{"1":"a","true":"b","null":"c","2.50":"d"}'],
    ['[true, False, null, ~, "null"]', '[true,false,null,null,"null"]'],
    ['text', '"text"'],
    ['{}', '{}'],
    ['null', ''],
    ['"null"', '"null"'],
  ])('keeps the attachment %s', (yaml, json) => {
    const [first] = documentOf(flag(`variants: [{ key: v, attachment: ${yaml} }]`)).flags;
    expect(first?.variants[0]?.attachment).toBe(json);
  });

  it('takes a missing attachment for none', () => {
    expect(documentOf(flag('variants: [{ key: v }]')).flags[0]?.variants[0]?.attachment).toBe('');
  });

  it.each(['012', '.inf', '-.inf', '.nan'])(
    'refuses %s, which JSON cannot say, in an attachment',
    (spelling) => {
      expect(problemsOf(flag(`variants: [{ key: v, attachment: [${spelling}] }]`))).toEqual([
        `4:39: flags[0].variants[0].attachment: the number ${spelling} has no certain meaning in JSON; put it in quotes if it is a text`,
      ]);
    },
  );

  it('refuses a key that is no text', () => {
    expect(problemsOf(flag('variants:', '  - key: v', '    attachment: { [a]: b }'))).toEqual([
      '6:23: flags[0].variants[0].attachment: has a key that is no text',
    ]);
  });

  it('holds attachments to 1,024,000 bytes, as the management API does', () => {
    const attachment = (length: number): string =>
      flag(`variants: [{ key: v, attachment: "${'x'.repeat(length)}" }]`);
    expect(problemsOf(attachment(1_023_998))).toEqual([]);
    expect(problemsOf(attachment(1_023_999))).toEqual([
      '4:38: flags[0].variants[0].attachment: must be less than 1000 KB',
    ]);
  });

  it('resolves anchors, aliases and merge keys', () => {
    const text = flag(
      'variants:',
      '  - &v { key: v, name: V, attachment: &x [1] }',
      '  - { <<: *v, key: w, attachment: { y: *x, z: *x } }',
    );
    expect(documentOf(text).flags[0]?.variants).toEqual([
      { key: 'v', name: 'V', description: '', attachment: '[1]' },
      { key: 'w', name: 'V', description: '', attachment: '{"y":[1],"z":[1]}' },
    ]);
    expect(problemsOf(flag('description: *nowhere'))).toEqual([
      '4:18: flags[0].description: there is no anchor &nowhere before this alias',
    ]);
  });

  it('refuses unknown tags', () => {
    expect(problemsOf(flag('description: !secret x'))).toEqual([expect.stringContaining('4:18: ')]);
  });

  it('takes the last default variant of several, with a warning', () => {
    const text = flag('variants: [{ key: v, default: true }, { key: w, default: yes }, { key: x }]');
    expect(documentOf(text).flags[0]?.defaultVariantKey).toBe('w');
    expect(warningsOf(text)).toEqual(['4:43: flags[0].variants[1]: is the default as the last of several']);
  });

  it('refuses the numbers of metadata that the reader is told to refuse, and no others', () => {
    const text = flag('metadata: { a: [10, 11] }\n    variants: [{ key: v, attachment: 11 }]');
    const refuseNumber = (digits: string): string | undefined => (digits === '11' ? 'is odd' : undefined);
    expect(() => [...readDocuments(text, { format: 'yaml', refuseNumber })]).toThrow(
      /^4:25: flags\[0\]\.metadata: is odd$/,
    );
  });

  it('reads nested metadata, and no other than an object', () => {
    const [first] = documentOf(flag('metadata: { a: [1, { b: null }], __proto__: x }')).flags;
    expect(JSON.stringify(first?.metadata)).toBe('{"a":[1,{"b":null}],"__proto__":"x"}');
    expect(documentOf(flag('metadata: {}')).flags[0]?.metadata).toBeUndefined();
    expect(problemsOf(flag('metadata: [1]'))).toEqual([
      '4:15: flags[0].metadata: expected an object, found a list',
    ]);
    expect(problemsOf(flag('metadata: { a: 1e400 }'))).toEqual([
      '4:20: flags[0].metadata: the number is too large',
    ]);
  });

  it('reports rollouts of a flag without a type, which is a variant flag', () => {
    const text = flag('rollouts: [{ threshold: { percentage: 5 } }]');
    expect(documentOf(text).flags[0]?.type).toBe('variant');
    expect(warningsOf(text)).toEqual([
      '2:5: flags[0]: has rollouts but no type: VARIANT_FLAG_TYPE is taken, and rollouts are not evaluated',
    ]);
  });

  it('warns of rules and rollouts that the type of the flag never looks at', () => {
    expect(
      warningsOf(flag('type: VARIANT_FLAG_TYPE', 'rollouts: [{ threshold: { percentage: 5 } }]')),
    ).toEqual(['5:15: flags[0].rollouts: the rollouts of a variant flag are not evaluated']);
  });
});

describe('rules and rollouts', () => {
  const elsewhere = { mayLackSegments: true };
  const rules = (text: string): unknown =>
    documentOf(flag('variants: [{ key: v }, { key: w }]', `rules: [${text}]`), elsewhere).flags[0]?.rules;
  const ruleProblems = (text: string): readonly string[] => problemsOf(flag(`rules: [${text}]`), elsewhere);

  it.each(['segment', 'segments'])('reads the segments of a rule under %s', (name) => {
    expect(rules(`{ ${name}: s }, { ${name}: { keys: [s, t, s], operator: AND_SEGMENT_OPERATOR } }`)).toEqual(
      [
        { segmentKeys: ['s'], segmentOperator: 'or', distributions: [] },
        { segmentKeys: ['s', 't'], segmentOperator: 'and', distributions: [] },
      ],
    );
  });

  it('refuses a rule without a segment', () => {
    expect(ruleProblems('{}')).toEqual(['4:13: flags[0].rules[0].segment: a rule needs a segment']);
    expect(ruleProblems('{ segment: "" }')).toEqual(['4:24: flags[0].rules[0].segment: must not be empty']);
    expect(ruleProblems('{ segment: { keys: [] } }')).toEqual([
      '4:32: flags[0].rules[0].segment.keys: names no segment',
    ]);
    expect(ruleProblems('{ segment: s, segments: t }')).toEqual([
      '4:37: flags[0].rules[0].segments: only one of segment and segments can be present',
    ]);
  });

  it('brings rules into the order of their ranks; without one the position counts', () => {
    const read = rules(
      '{ segment: c, rank: 5 }, { segment: b }, { segment: a, rank: 1 }, { segment: d, rank: 5 }',
    );
    expect(read).toMatchObject([
      { segmentKeys: ['a'] },
      { segmentKeys: ['b'] },
      { segmentKeys: ['c'] },
      { segmentKeys: ['d'] },
    ]);
    expect(ruleProblems('{ segment: s, rank: -1 }')).toHaveLength(1);
  });

  it.each([
    ['[{ variant: v, rollout: 33.33 }, { variant: w, rollout: 66.67 }]', undefined],
    ['[{ variant: v, rollout: 100 }]', undefined],
    ['[]', undefined],
    [
      '[{ variant: v, rollout: 50 }, { variant: w, rollout: 50.01 }]',
      'distributions add to 100.01 instead of 100',
    ],
    ['[{ variant: v, rollout: 50 }]', 'distributions add to 50 instead of 100'],
    ['[{ variant: v }]', 'distributions add to 0 instead of 100'],
  ])('warns when distributions do not add to 100: %s', (distributions, reason) => {
    const segments = 'segments: [{ key: s, name: S, match_type: ANY_MATCH_TYPE }]';
    const text = flag(
      'variants: [{ key: v }, { key: w }]',
      `rules: [{ segment: s, distributions: ${distributions} }]`,
    );
    expect(warningsOf(text + segments)).toEqual(
      reason === undefined ? [] : [expect.stringMatching(new RegExp(`${reason}$`))],
    );
  });

  it.each(['-1', '100.5', '.nan', '.inf', '"50"', 'half'])('refuses the share %s', (share) => {
    const text = flag(
      'variants: [{ key: v }]',
      `rules: [{ segment: s, distributions: [{ variant: v, rollout: ${share} }] }]`,
    );
    expect(problemsOf(text, elsewhere)).toEqual([
      expect.stringContaining('flags[0].rules[0].distributions[0].rollout: '),
    ]);
  });

  it('rounds shares to 32-bit floats, as the management API does', () => {
    expect(rules('{ segment: s, distributions: [{ variant: v, rollout: 33.3333333333 }] }')).toMatchObject([
      { distributions: [{ variantKey: 'v', rolloutPercent: 33.333332 }] },
    ]);
  });

  it.each([
    ['{ segment: { key: s }, threshold: { percentage: 5 } }', 'cannot have both segment and percentage rule'],
    ['{ segment: { key: s, keys: [t] } }', 'cannot have both segment.keys and segment.key'],
    ['{ description: d }', 'a rollout needs a segment or a threshold'],
    ['{ segment: {} }', 'names no segment'],
    ['{ segment: s }', 'expected an object, found a text'],
    ['{ threshold: { percentage: 101 } }', /must be within range \[0, 100\]/],
    ['{ segment: { key: s, operator: XOR } }', /"XOR" is none of OR_SEGMENT_OPERATOR, AND_SEGMENT_OPERATOR$/],
    ['{ segment: { key: s, operator: ANY_SEGMENT_OPERATOR } }', /did you mean OR_SEGMENT_OPERATOR\?$/],
  ])('refuses the rollout %s', (rollout, reason) => {
    expect(problemsOf(flag(`rollouts: [${rollout}]`), elsewhere)).toEqual([expect.stringMatching(reason)]);
  });

  it('keeps the description of a rollout', () => {
    const text = flag('rollouts: [{ description: d, threshold: {} }]');
    expect(documentOf(text).flags[0]?.rollouts).toEqual([
      { description: 'd', step: { type: 'threshold', percent: 0, value: false } },
    ]);
  });
});

describe('segments and constraints', () => {
  it('keeps the description of a constraint', () => {
    const text = constraint(
      'type: STRING_COMPARISON_TYPE, property: p, operator: EQ, value: 007, description: d',
    );
    expect(documentOf(text).segments[0]?.constraints).toStrictEqual([
      { type: 'string', property: 'p', operator: 'eq', value: '007', description: 'd' },
    ]);
  });

  it('takes dates without quotes as they are written, and moments as the management API stores them', () => {
    const values = ['2024-06-01', '2025-06-30T02:00:00+02:00'].map((value) => {
      const text = constraint(`type: DATETIME_COMPARISON_TYPE, property: p, operator: lt, value: ${value}`);
      return documentOf(text).segments[0]?.constraints[0]?.value;
    });
    expect(values).toEqual(['2024-06-01', '2025-06-30T00:00:00Z']);
  });

  it.each([
    [
      'type: STRING_COMPARISON_TYPE, property: "", operator: eq, value: x',
      '6:51: segments[0].constraints[0].property: must not be empty',
    ],
    [
      'type: STRING_COMPARISON_TYPE, property: p, value: x',
      '6:9: segments[0].constraints[0].operator: must not be empty',
    ],
    [
      'type: STRING_COMPARISON_TYPE, property: p, operator: eq',
      '6:9: segments[0].constraints[0].value: must not be empty',
    ],
    [
      'type: STRING_COMPARISON_TYPE, property: p, operator: lt, value: x',
      '6:64: segments[0].constraints[0].operator: constraint operator "lt" is not valid for type string; ' +
        `valid operators: ${storedOperatorsByType.string.join(', ')}`,
    ],
    [
      'type: DATETIME_COMPARISON_TYPE, property: p, operator: lt, value: x',
      '6:9: segments[0].constraints[0]: parsing datetime from "x"',
    ],
    [
      'type: STRING_COMPARISON_TYPE, property: p, operator: isoneof, value: "[1]"',
      '6:9: segments[0].constraints[0]: invalid value provided for property "p" of type string',
    ],
    [
      'type: TEXT_COMPARISON_TYPE, property: p, operator: eq, value: x',
      expect.stringContaining('is none of STRING_COMPARISON_TYPE, '),
    ],
    [
      'property: p, operator: eq, value: x',
      '6:9: segments[0].constraints[0]: invalid constraint type: "UNKNOWN_COMPARISON_TYPE"',
    ],
  ])('holds constraints to the laws of the management API: { %s }', (fields, problem) => {
    expect(problemsOf(constraint(fields))).toEqual([problem]);
  });

  it.each(['eq', 'neq', 'empty', 'notempty', 'prefix', 'suffix', 'contains', 'notcontains'])(
    'lets entity ids be compared by %s, as Flipt does',
    (operator) => {
      const value = operator.endsWith('empty') ? '' : 'emp-';
      const text = `type: ENTITY_ID_COMPARISON_TYPE, property: entityId, operator: ${operator}, value: "${value}"`;
      expect(documentOf(constraint(text)).segments[0]?.constraints).toMatchObject([
        { type: 'entityId', operator, value },
      ]);
    },
  );

  it('warns of a number that is none', () => {
    expect(
      warningsOf(constraint('type: NUMBER_COMPARISON_TYPE, property: p, operator: eq, value: x')),
    ).toEqual([
      '6:75: segments[0].constraints[0].value: must be a number; as it is, the constraint never matches',
    ]);
  });

  it.each(['isoneof', 'isnotoneof'])('warns of datetimes compared by %s, which Flipt takes', (operator) => {
    const text = `type: DATETIME_COMPARISON_TYPE, property: p, operator: ${operator}, value: "2026-01-01T00:00:00Z"`;
    expect(documentOf(constraint(text)).segments[0]?.constraints).toMatchObject([{ operator }]);
    expect(warningsOf(constraint(text))).toEqual([
      '6:66: segments[0].constraints[0].operator: must be one of eq, neq, lt, lte, gt, gte, present, notpresent; ' +
        'as it is, the constraint never matches',
    ]);
  });

  it('takes a missing match type for all, with a warning, and refuses an unknown one', () => {
    expect(documentOf('segments: [{ key: a, name: A }]').segments[0]?.matchType).toBe('all');
    expect(warningsOf('segments: [{ key: a, name: A }]')).toEqual([
      '1:12: segments[0]: match_type is missing: ALL_MATCH_TYPE is taken',
    ]);
    expect(problemsOf('segments: [{ key: a, name: A, match_type: SOME }]')).toHaveLength(1);
  });
});
