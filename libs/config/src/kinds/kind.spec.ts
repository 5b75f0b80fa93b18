import { inspect } from 'node:util';
import { Secret, hexColor, secret, headerText, text } from './text';
import { boolean, commaList, list, listOf, oneOf } from './words';
import { bytes, parseBytes, integer, port, ratio } from './number';
import { cidr, baseUrl, httpUrl } from './address';
import { InvalidValueError, type Kind, type Raw } from './kind';

/** Returns the reason for which a kind refuses a value. */
function refusal(kind: Kind<unknown>, raw: Raw): string {
  try {
    kind.parse(raw);
  } catch (error) {
    if (error instanceof InvalidValueError) return error.message;
    throw error;
  }
  throw new Error(`${kind.type} accepts ${inspect(raw)}`);
}

test('text is taken as it is, unless it ends with a line break', () => {
  expect(text.parse(' a\nb ')).toBe(' a\nb ');
  expect(refusal(text, 'a\n')).toBe('ends with a line break; delete it');
  expect(refusal(text, 'a\r')).toBe('ends with a line break; delete it');
});

test.each(['true', 'TRUE', 'True', 't', 'T', '1', 'yes', 'On'])('boolean reads %s as true', (word) => {
  expect(boolean.parse(word)).toBe(true);
});

test.each(['false', 'FALSE', 'False', 'f', 'F', '0', 'no', 'Off'])('boolean reads %s as false', (word) => {
  expect(boolean.parse(word)).toBe(false);
});

test('boolean refuses other words', () => {
  expect(refusal(boolean, 'maybe')).toBe('expected true or false');
});

test.each([
  ['8080', 8080],
  ['-1', -1],
  ['+7', 7],
  ['007', 7],
])('integer reads %s', (given, expected) => {
  expect(integer().parse(given)).toBe(expected);
});

test.each(['', '1.5', '1e3', '0x10', '1_000', ' 1', 'one'])('integer refuses %p', (given) => {
  expect(refusal(integer(), given)).toBe('expected a whole number');
});

test('integer names the bound that is crossed', () => {
  expect(refusal(integer({ min: 1 }), '0')).toBe('must be at least 1');
  expect(refusal(integer({ max: 10 }), '11')).toBe('must be at most 10');
  expect(refusal(integer(), '9007199254740993')).toBe('must be at most 9007199254740991');
});

test('integer says its range in the reference', () => {
  const types = [{}, { min: 1 }, { max: 9 }, { min: 1, max: 9 }].map((range) => integer(range).type);
  expect(types).toEqual(['integer', 'integer, at least 1', 'integer, at most 9', 'integer, 1–9']);
});

test('port is a number from 0 to 65535', () => {
  expect([port.parse('0'), port.parse('65535')]).toEqual([0, 65_535]);
  expect(refusal(port, '65536')).toBe('must be at most 65535');
  expect(refusal(port, '-1')).toBe('must be at least 0');
});

test.each([
  ['0', 0],
  ['1', 1],
  ['0.25', 0.25],
  ['.5', 0.5],
  ['1.', 1],
])('a ratio reads %s', (given, expected) => {
  expect(ratio.parse(given)).toBe(expected);
});

test.each(['', '.', '50%', '1e-3', '0,5', 'NaN', ' 0'])('a ratio refuses %p', (given) => {
  expect(refusal(ratio, given)).toBe('expected a number such as 0.25');
});

test('a ratio names the bound that is crossed', () => {
  expect(refusal(ratio, '1.01')).toBe('must be at most 1');
  expect(refusal(ratio, '-0.1')).toBe('must be at least 0');
});

test.each([
  ['0', 0],
  ['4096', 4096],
  ['12B', 12],
  ['512KiB', 524_288],
  ['8MiB', 8_388_608],
  ['8 mib', 8_388_608],
  ['1GiB', 1_073_741_824],
])('a size reads %s', (given, expected) => {
  expect(parseBytes(given)).toBe(expected);
});

test.each(['', 'MiB', '8MB', '1.5MiB', '-1', '8  MiB', '99999999999GiB'])('a size refuses %p', (given) => {
  expect(() => parseBytes(given)).toThrow('expected a size such as 8MiB, 512KiB or a number of bytes');
});

test('a size names the bound that is crossed', () => {
  const kind = bytes({ min: '1KiB', max: '1MiB' });
  expect(refusal(kind, '1023')).toBe('must be at least 1KiB');
  expect(refusal(kind, '2MiB')).toBe('must be at most 1MiB');
});

describe('one of several words', () => {
  const kind = oneOf(['json', 'console'], { words: ['logfmt'], reason: 'is not supported' });

  test('is read in any case and returned as the set writes it', () => {
    expect(kind.parse('JSON')).toBe('json');
  });

  test('lists the words when it is another', () => {
    expect(refusal(kind, 'xml')).toBe('expected one of json, console');
    expect(refusal(oneOf(['1.0']), '2')).toBe('expected 1.0');
  });

  test('says why when the word is known and refused', () => {
    expect(refusal(kind, 'LogFmt')).toBe('is not supported');
  });
});

test('a list is a YAML list or words between white space', () => {
  expect(list.parse(['a b', 'c'])).toEqual(['a b', 'c']);
  expect(list.parse('  a,b  c\n')).toEqual(['a,b', 'c']);
  expect(list.parse([])).toEqual([]);
  expect(Object.isFrozen(list.parse('a'))).toBe(true);
});

test('a list may be separated by commas as well, and has no empty item', () => {
  expect(commaList.parse('https://a/, https://b/,c')).toEqual(['https://a/', 'https://b/', 'c']);
  expect(commaList.parse(['a, b'])).toEqual(['a, b']);
  expect(refusal(list, ['a', ''])).toBe('must have no empty item');
});

test('a list of a kind reads every item by it', () => {
  const ports = listOf(port, { type: 'ports' });
  expect(ports.parse('1 2')).toEqual([1, 2]);
  expect(Object.isFrozen(ports.parse('1'))).toBe(true);
  expect(refusal(ports, ['1', 'x'])).toBe('expected a whole number');
});

test('a text for a header has no character that a header cannot carry', () => {
  expect(headerText.parse('a-b.c~d!')).toBe('a-b.c~d!');
  for (const given of ['token\n', 'token\r\n']) {
    expect(refusal(headerText, given)).toBe('ends with a line break, which no HTTP header can carry');
  }
  for (const given of ['', ' token', 'a b', 'tökén', 'a\u0000b', 'a\nb']) {
    expect(refusal(headerText, given)).toBe(
      'must consist of ASCII letters, digits and signs, without spaces',
    );
  }
});

test.each(['http://a', 'HTTPS://a.io:8443/b?c=d', 'https://a/'])('a URL reads %s as it is', (given) => {
  expect(httpUrl.parse(given)).toBe(given);
});

test.each(['a', '//a', 'ftp://a', 'http:a', 'http://', 'https://a b', ' https://a', 'http://a:x'])(
  'a URL refuses %j',
  (given) => {
    expect(refusal(httpUrl, given)).toBe('expected an http or https URL');
  },
);

test('a base URL has one slash less, and no query', () => {
  expect(baseUrl.parse('https://a/b/')).toBe('https://a/b');
  expect(refusal(baseUrl, 'https://a?b')).toBe('expected an http or https URL without ? and #');
  expect(refusal(baseUrl, 'a')).toBe('expected an http or https URL');
});

test.each(['10.0.0.0/8', '0.0.0.0/0', '192.168.1.1', 'fd00::/8', '::1', '::/128'])(
  '%s is a network',
  (given) => {
    expect(cidr.parse(given)).toBe(given);
  },
);

test.each(['10.0.0.0/33', '10.0.0/8', 'fd00::/129', 'a', '10.0.0.0/', '/8', '10.0.0.0/8/8', 'fe80::1%eth0'])(
  '%s is no network',
  (given) => {
    expect(refusal(cidr, given)).toBe(`expected a network such as 10.0.0.0/8 or an address, got ${given}`);
  },
);

test('what is one value refuses a list', () => {
  for (const kind of [text, boolean, port, secret(text)]) {
    expect(refusal(kind, ['a'])).toBe('expected one value, got a list');
  }
});

test.each(['', '#fff', '#7C3AED'])('a colour reads %p', (given) => {
  expect(hexColor.parse(given)).toBe(given);
});

test.each(['red', '#ffff', '#ggg', 'fff'])('a colour refuses %p', (given) => {
  expect(refusal(hexColor, given)).toBe(`expected valid hex color, got ${given}`);
});

test('a secret prints as [redacted] everywhere and is revealed by name', () => {
  const value = secret(text).parse('hunter2');
  expect(value).toBeInstanceOf(Secret);
  expect(value.reveal()).toBe('hunter2');
  const printed = [String(value), JSON.stringify({ value }), inspect({ value }, { showHidden: true })];
  expect(printed).toEqual(['[redacted]', '{"value":"[redacted]"}', '{ value: [redacted] }']);
});
