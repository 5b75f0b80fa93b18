import { InvalidArgumentError } from '@pennon/domain';
import fc from 'fast-check';
import { visit } from 'jsonc-parser';
import { runs } from '../../../../test/support/size';
import { escapesSurrogates, parseJson, parseWholeJson } from './parse-json';

describe('a body', () => {
  it.each([
    ['{"a":[1,"x",null]}', { a: [1, 'x', null] }],
    ['null', null],
    ['[]', []],
    [' 5 ', 5],
    ['"text"', 'text'],
  ])('of one value is that value: %s', (text, value) => {
    expect(parseJson(text)).toEqual(value);
  });

  it.each(['', ' ', '\n\t \r\n'])('of nothing is an empty object: %j', (text) => {
    expect(parseJson(text)).toEqual({});
  });

  it.each([
    ['{"a":1} trailing', { a: 1 }],
    ['{"a":1}}', { a: 1 }],
    ['{"a":1}{"a":2}', { a: 1 }],
    ['{}{', {}],
    ['[1,[2]] ]', [1, [2]]],
    ['{"a":"}"} x', { a: '}' }],
    [String.raw`{"a":"\"}"} x`, { a: '"}' }],
    [String.raw`{"a":"\\"} x`, { a: '\\' }],
    ['  1 2', 1],
    ['"a" "b"', 'a'],
    ['null x', null],
  ])('ends with its first value: %s', (text, value) => {
    expect(parseJson(text)).toEqual(value);
  });

  it('has the last of two members with one name', () => {
    expect(parseJson('{"a":1,"a":2}')).toEqual({ a: 2 });
  });

  it.each(['{', '{"key": ', '{"a":1', '["x"', '"text', '{"a":"', String.raw`{"a":"\"}`])(
    'that breaks off is refused as such: %s',
    (text) => {
      expect(() => parseJson(text)).toThrow(InvalidArgumentError);
      expect(() => parseJson(text)).toThrow(/^unexpected EOF$/);
    },
  );

  it.each([
    '}',
    ']',
    ',{}',
    '{"a":}',
    '{"a" 1}',
    '{a:1}',
    "{'a':1}",
    '{"a":1,}',
    '[1 2]',
    'nullx',
    'tru',
    '01',
    '\uFEFF{}',
  ])('that is not JSON is refused: %j', (text) => {
    expect(() => parseJson(text)).toThrow(InvalidArgumentError);
    expect(() => parseJson(text)).toThrow(/^malformed JSON body: /);
  });

  it('of any JSON value means that value, whatever follows it', () => {
    // What follows a number or a word directly would belong to it, so there is a gap.
    fc.assert(
      fc.property(fc.jsonValue(), fc.string(), (value, rest) => {
        const text = JSON.stringify(value);
        expect(parseJson(`${text} ${rest}`)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('of any text is parsed or refused, and never fails otherwise', () => {
    const fragments = fc.constantFrom('{', '}', '[', ']', '"', '\\', ',', ':', '1', 'a', ' ', 'null');
    fc.assert(
      fc.property(fc.array(fragments, { maxLength: 20 }), (parts) => {
        try {
          parseJson(parts.join(''));
        } catch (error) {
          expect(error).toBeInstanceOf(InvalidArgumentError);
        }
      }),
    );
  });

  it('may hold any number of brackets in strings', () => {
    const value = { a: '['.repeat(30_000) };
    expect(parseJson(`${JSON.stringify(value)} trailing`)).toEqual(value);
  });
});

describe('half of a surrogate pair', () => {
  const unit = fc.oneof(fc.nat(0x7f), fc.nat(0xffff), fc.integer({ min: 0xd800, max: 0xdfff }));
  const anyUnits = fc.array(unit).map((units) => String.fromCharCode(...units));

  it('is in no text of a body that escapes none', () => {
    const escapeOf = (letter: string): string => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
    const ways = [
      JSON.stringify,
      (text: string) => `"${text.split('').map(escapeOf).join('')}"`,
      (text: string) =>
        `"${text
          .split('')
          .map(escapeOf)
          .join('')
          .replaceAll(/[a-f]/g, (digit) => digit.toUpperCase())}"`,
    ];
    fc.assert(
      fc.property(anyUnits, fc.constantFrom(...ways), (text, written) => {
        const body = written(text);
        expect(parseJson(Buffer.from(body).toString())).toBe(text);
        if (!escapesSurrogates(body)) expect(text.isWellFormed()).toBe(true);
      }),
      { numRuns: runs(1000) },
    );
  });

  it.each([
    ['"a"', false],
    ['"\\u00e9"', false],
    ['"\\udead"', true],
    ['"\\uD83D"', true],
    ['"\\ud83d\\ude00"', true],
  ])('may be in %s: %s', (body, may) => {
    expect(escapesSurrogates(body)).toBe(may);
  });
});

describe('a body that must have each member once', () => {
  const aName = fc.constantFrom('"a"', '"b"', String.raw`"\u0061"`, '"}"', '""');
  /** JSON whose objects may repeat a name, with names and texts that look like syntax. */
  const { value: aText } = fc.letrec<{ value: string }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom('null', '1.5e3', String.raw`"\\"`, String.raw`"a\":{\"a\":1,"`, '"[{,}]"'),
      fc.array(tie('value'), { maxLength: 3 }).map((items) => `[${items.join(' ,')}]`),
      fc
        .array(fc.tuple(aName, tie('value')), { maxLength: 3 })
        .map((members) => `{${members.map(([name, value]) => `${name} : ${value}`).join(', ')}}`),
    ),
  }));

  function hasRepeatedMember(text: string): boolean {
    const open: Set<string>[] = [];
    let isRepeated = false;
    visit(text, {
      onObjectBegin: () => void open.push(new Set()),
      onObjectEnd: () => void open.pop(),
      onObjectProperty: (name) => {
        isRepeated ||= open.at(-1)?.has(name) === true;
        open.at(-1)?.add(name);
      },
    });
    return isRepeated;
  }

  it('is refused exactly if one of its objects repeats a name', () => {
    const outcomes = new Set<boolean>();
    fc.assert(
      fc.property(aText, (text) => {
        const isRefused = hasRepeatedMember(text);
        outcomes.add(isRefused);
        if (isRefused) expect(() => parseWholeJson(text)).toThrow(/^invalid field .*: is given twice$/);
        else expect(parseWholeJson(text)).toEqual(JSON.parse(text));
      }),
      { numRuns: runs(1000) },
    );
    expect(outcomes.size).toBe(2);
  });
});
