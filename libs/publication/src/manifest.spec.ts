import { type Manifest, parseManifest, writeManifest } from './manifest';
import { ManifestError } from './object-fields';

const sha256 = 'ab'.repeat(32);

const manifest: Manifest = {
  format: 1,
  exportedAt: '2026-11-22T03:30:00.123Z',
  namespaces: [
    {
      namespaceKey: 'default',
      revision: 0,
      key: 'revisions/default/0-abababababababab.features.json',
      size: 52,
      sha256,
    },
    {
      namespaceKey: 'shop,2_B-c',
      revision: 9_007_199_254_740_991,
      mark: 'rT0cJ8k1xWqZ',
      features: ['merge', 'share'],
      key: 'revisions/shop,2_B-c/9007199254740991-abababababababab.features.yml',
      size: 0,
      sha256,
    },
  ],
  tokens: { key: 'tokens/abababababababab.json', size: 14, sha256 },
};

/** The text of a manifest, changed. */
function textWith(change: (json: Record<string, unknown>, entry: Record<string, unknown>) => void): string {
  const json = JSON.parse(writeManifest(manifest)) as Record<string, unknown>;
  const [entry = {}] = json.namespaces as Record<string, unknown>[];
  change(json, entry);
  return JSON.stringify(json);
}

function messageFor(text: string): string {
  try {
    parseManifest(text);
  } catch (error) {
    expect(error).toBeInstanceOf(ManifestError);
    return (error as Error).message;
  }
  return 'none';
}

describe('the text of a manifest', () => {
  it('says what the manifest says', () => {
    expect(parseManifest(writeManifest(manifest))).toStrictEqual(manifest);
    const without = { format: 1, exportedAt: manifest.exportedAt, namespaces: [] } as const;
    expect(parseManifest(writeManifest(without))).toStrictEqual(without);
  });

  it('may hold fields of later versions, which are passed over', () => {
    const text = textWith((json, entry) => {
      json.signature = { by: 'somebody' };
      entry.compressed = false;
    });
    expect(parseManifest(text)).toStrictEqual(manifest);
  });

  it.each<[string, string, string]>([
    ['empty', '', 'the manifest is not JSON, or cut off'],
    ['cut off', writeManifest(manifest).slice(0, -10), 'the manifest is not JSON, or cut off'],
    ['a list', '[]', 'the manifest must be an object'],
    ['of nothing', '{}', 'the manifest cannot be used: format is missing'],
    [
      'of a later format',
      '{"format":2,"flags":[]}',
      'the manifest cannot be used: format 2 is of a later version than this one, which reads format 1',
    ],
  ])('that is %s is refused', (_, text, message) => {
    expect(messageFor(text)).toBe(message);
  });

  it.each<[string, unknown, string]>([
    ['format', '1', 'format must be a whole number and not negative'],
    ['exportedAt', 'yesterday', 'exportedAt must be a time as in ISO 8601'],
    ['namespaces', { default: {} }, 'namespaces must be a list'],
    ['namespaces', ['default'], 'namespaces[0] must be an object'],
    ['tokens', null, 'tokens must be an object'],
    ['tokens', { key: 'tokens/a.json', size: 1 }, 'tokens.sha256 is missing'],
  ])('whose %s is %j is refused', (name, value, reason) => {
    const text = textWith((json) => {
      json[name] = value;
    });
    expect(messageFor(text)).toBe(`the manifest cannot be used: ${reason}`);
  });

  it.each<[string, unknown, string]>([
    ['namespaceKey', '../shop', 'namespaceKey "../shop" is no key of a namespace'],
    ['revision', -1, 'revision must be a whole number and not negative'],
    ['revision', 1.5, 'revision must be a whole number and not negative'],
    ['revision', 2 ** 53, 'revision must be a whole number and not negative'],
    ['size', '52', 'size must be a whole number and not negative'],
    ['size', undefined, 'size is missing'],
    ['sha256', 'AB'.repeat(32), 'sha256 must be 64 lower-case hexadecimal digits'],
    ['key', '', 'key must not be empty'],
    ['key', 'a'.repeat(1025), 'key must not be longer than 1024 characters'],
    ['key', '/etc/passwd.features.json', 'key must be a path without empty steps, `.` and `..`'],
    ['key', 'revisions/../../x.features.json', 'key must be a path without empty steps, `.` and `..`'],
    ['key', 'revisions\\x.features.json', 'key contains invalid characters'],
    ['key', 'revisions/default/1.txt', 'key "revisions/default/1.txt" is no document'],
  ])('with a %s of %j in an entry is refused', (name, value, reason) => {
    const text = textWith((_, entry) => {
      entry[name] = value;
    });
    expect(messageFor(text)).toBe(`the manifest cannot be used: namespaces[0].${reason}`);
  });

  it('that names a namespace twice is refused', () => {
    const text = textWith((json, entry) => {
      json.namespaces = [entry, entry];
    });
    expect(messageFor(text)).toBe(
      'the manifest cannot be used: namespaces[1].namespaceKey "default" is there twice',
    );
  });
});
