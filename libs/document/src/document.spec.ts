import { type NamespaceDocument, mergeDocuments } from './document';
import { formatOfFile } from './format';
import { suggest } from './suggestions';
import { jsonSpelling } from './yaml/parse-yaml';
import { printYamlText } from './yaml/print-yaml';

describe('formatOfFile', () => {
  it.each([
    ['features.yml', 'yaml'],
    ['a/b.features.YAML', 'yaml'],
    ['features.json', 'json'],
    ['features', 'yaml'],
    ['dir.json/features', 'yaml'],
    ['C:\\dir.x\\features.json', 'json'],
    ['.hidden', 'yaml'],
    ['features.toml', undefined],
    ['features.', undefined],
    ['features.json.gz', undefined],
  ])('%s is %s', (name, format) => {
    expect(formatOfFile(name)).toBe(format);
  });
});

describe('mergeDocuments', () => {
  it('joins documents of one namespace; the first name and description count', () => {
    const document = (key: string, name?: string, description?: string): NamespaceDocument => ({
      namespace: { key, name, description },
      flags: [],
      segments: [
        { key: `${key}-${name ?? ''}`, name: 'S', description: '', matchType: 'all', constraints: [] },
      ],
    });
    const merged = mergeDocuments([
      document('a'),
      document('b', 'B'),
      document('a', 'A', 'D'),
      document('a', 'X', 'Y'),
    ]);
    expect(merged.map(({ namespace, segments }) => [namespace, segments.map(({ key }) => key)])).toEqual([
      [{ key: 'a', name: 'A', description: 'D' }, ['a-', 'a-A', 'a-X']],
      [{ key: 'b', name: 'B', description: undefined }, ['b-B']],
    ]);
  });
});

describe('suggest', () => {
  it('finds what is close, and nothing else', () => {
    expect(suggest('varients', ['variants', 'rules'])).toBe('variants');
    expect(suggest('colour', ['variants', 'rules'])).toBeUndefined();
    expect(suggest('x', [])).toBeUndefined();
    expect(suggest('x'.repeat(100_000), ['x'])).toBeUndefined();
  });
});

describe('jsonSpelling', () => {
  it.each([
    ['1', '1'],
    ['+1', '1'],
    ['-.5', '-0.5'],
    ['5.', '5.0'],
    ['5.e1', '5.0e1'],
    ['0xff', '255'],
    ['0o777', '511'],
    ['0xffffffffffffffffffff', '1208925819614629174706175'],
    ['007', undefined],
    ['-01.5', undefined],
    ['.inf', undefined],
    ['.NaN', undefined],
  ])('of %s is %s', (yaml, json) => {
    expect(jsonSpelling(yaml)).toBe(json);
  });
});

describe('printYamlText', () => {
  it.each([
    'a',
    'Web shop, production',
    'a-b_c',
    'VARIANT_FLAG_TYPE',
    'Größe',
    'u@x.example',
    'a/b',
    'it is 5% off!',
  ])('leaves %s without quotes', (text) => {
    expect(printYamlText(text)).toBe(text);
  });

  it.each([
    ['', '""'],
    ['yes', '"yes"'],
    ['1.0', '"1.0"'],
    ['a: b', '"a: b"'],
    ['a #b', '"a #b"'],
    [' a', '" a"'],
    ['a ', '"a "'],
    ['a\nb', '"a\\nb"'],
    ['\u2028\u0085\ufeff', '"\\u2028\\u0085\\ufeff"'],
    ['@x', '"@x"'],
    ['-', '"-"'],
  ])('puts %j in quotes', (text, yaml) => {
    expect(printYamlText(text)).toBe(yaml);
  });
});
