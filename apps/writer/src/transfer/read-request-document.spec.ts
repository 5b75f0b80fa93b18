import { InvalidFieldError } from '@pennon/domain';
import { readRequestDocument, type RequestDocument } from './read-request-document';

function read(text: string): RequestDocument {
  return readRequestDocument(text, 'default');
}

function refusalOf(text: string): string {
  try {
    read(text);
  } catch (error) {
    if (error instanceof InvalidFieldError) return error.message;
    throw error;
  }
  return '';
}

test('several documents of one namespace count as one', () => {
  const { document } = read(
    '{"namespace":"shop","flags":[{"key":"a","name":"A"}]}\n{"namespace":"shop","segments":[{"key":"s","name":"S","match_type":"ALL_MATCH_TYPE"}]}',
  );
  expect(document.namespace.key).toBe('shop');
  expect([document.flags.length, document.segments.length]).toEqual([1, 1]);
});

test('a document that names no namespace is of that of the request', () => {
  const [unnamed, empty, other] = ['{"flags":[]}', '{"namespace":{"name":"Shop"}}', '{"namespace":"other"}'];
  expect([unnamed, empty, other].map((text) => readRequestDocument(text, 'shop').document.namespace)).toEqual(
    [
      { key: 'shop', name: undefined, description: undefined },
      { key: 'shop', name: 'Shop', description: '' },
      { key: 'other', name: undefined, description: undefined },
    ],
  );
});

test('a document may look at segments that it lacks', () => {
  const rule = { segment: 'elsewhere' };
  const flag = { key: 'a', name: 'A', rules: [rule] };
  expect(read(JSON.stringify({ flags: [flag] })).document.flags).toHaveLength(1);
});

test('what is odd is told with its place', () => {
  const segment = { key: 's', name: 'S' };
  expect(read(JSON.stringify({ segments: [segment] })).warnings).toEqual([
    expect.stringMatching(/^1:14: segments\[0\]: /),
  ]);
});

test.each([
  ['', 'invalid field document: must not be empty'],
  [' \n ', 'invalid field document: 1:1: the document is empty; to have no flags, say "flags: []"'],
  ['null', 'invalid field document: 1:1: the document is empty; to have no flags, say "flags: []"'],
  ['{}', 'invalid field document: 1:1: the document is empty; to have no flags, say "flags: []"'],
  [
    '{"namespace":"a"}{"namespace":"b"}',
    'invalid field document: must be about one namespace, and is about "a" and "b"',
  ],
])('%p is refused', (text, reason) => {
  expect(refusalOf(text)).toBe(reason);
});

test.each(['[]', '7', '"flags"', '{"flags":', 'flags: []', '{"flags":[1]}'])(
  'what is no document is refused with its place: %s',
  (text) => {
    expect(refusalOf(text)).toMatch(/^invalid field document: \d+:\d+: /);
  },
);

test('one problem is told on the line of the field', () => {
  expect(refusalOf('{\n  "flags": [{"key": "a b", "name": "A"}]\n}')).toMatch(
    /^invalid field document: 2:\d+: flags\[0\]\.key: .+$/,
  );
});

test('several problems are told on lines of their own, ten at most', () => {
  const flags = Array.from({ length: 25 }, (_, index) => ({ key: `bad key ${index}`, name: 'n' }));
  const [first, ...problems] = refusalOf(JSON.stringify({ flags })).split('\n');
  expect(first).toBe('invalid field document: ');
  expect(problems).toHaveLength(11);
  expect(problems[3]).toMatch(/^1:\d+: flags\[3\]\.key: /);
  expect(problems[10]).toBe('and 15 more');
});

test('a refusal is short, whatever the document repeats', () => {
  const flags = Array.from({ length: 200 }, () => ({ key: '€'.repeat(10_000), name: 'n' }));
  const refusal = refusalOf(JSON.stringify({ flags }));
  expect(refusal.length).toBeLessThan(4000);
  expect(refusal).toMatch(/and at least 90 more$/);
});
