import { findEntries, type PaletteEntry } from './palette-entries';

function entry(kind: PaletteEntry['kind'], label: string, key?: string): PaletteEntry {
  return { kind, label, run: () => undefined, ...(key !== undefined && { key }) };
}

const entries = [
  entry('page', 'Checklists'),
  entry('namespace', 'Check', 'check'),
  entry('flag', 'A new check', 'new-check'),
  entry('flag', 'Pay', 'checkout'),
];

describe('findEntries', () => {
  it('puts the flag whose key begins with the text first', () => {
    expect(findEntries(entries, 'check').map(({ label }) => label)).toEqual([
      'Pay',
      'Check',
      'Checklists',
      'A new check',
    ]);
  });

  it('wants every word, in any order and in either of label and key', () => {
    expect(findEntries(entries, 'out PAY').map(({ key }) => key)).toEqual(['checkout']);
    expect(findEntries(entries, 'pay nothing')).toEqual([]);
  });

  it('shows no more than people look through', () => {
    const many = Array.from({ length: 5_000 }, (_, index) => entry('flag', 'Flag', `flag-${index}`));
    expect(findEntries(many, '')).toHaveLength(50);
    expect(findEntries(many, 'flag-4999').map(({ key }) => key)).toEqual(['flag-4999']);
  });

  describe('of what was opened', () => {
    const at = (path: string, label: string): PaletteEntry => ({ ...entry('page', label), path });
    const places = [
      entry('action', 'New Flag'),
      at('/flags', 'Flags'),
      at('/flags', 'Shop'),
      at('/settings', 'Settings'),
      at('/help', 'Help'),
    ];
    const labelsOf = (query: string, recents: readonly string[]): readonly string[] =>
      findEntries(places, query, recents).map(({ label }) => label);

    it('puts it first, the last first, and each once', () => {
      const recents = ['/settings', '/deleted', '/flags'];
      expect(labelsOf('', recents)).toEqual(['Settings', 'Flags', 'New Flag', 'Shop', 'Help']);
    });

    it('lets what is typed count alone', () => {
      expect(labelsOf('e', ['/help', '/settings'])).toEqual(['New Flag', 'Settings', 'Help']);
    });

    it('puts only some before the rest', () => {
      const many = Array.from({ length: 20 }, (_, index) => at(`/${index}`, String(index)));
      const recents = many.map(({ path = '' }) => path).toReversed();
      const found = findEntries([entry('action', 'New Flag'), ...many], '', recents);
      expect(found.findIndex(({ label }) => label === 'New Flag')).toBe(8);
      expect(found).toHaveLength(21);
    });
  });
});
