/** What NFKD leaves as it is and people still read as a letter of ASCII. */
const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ł: 'l',
  þ: 'th',
};

/** The key of a thing that gets another name: it follows the name as long as nobody has entered another one. */
export function keyAfter(
  { name, key }: { readonly name: string; readonly key: string },
  next: string,
): string {
  return key === '' || key === slugOf(name) ? slugOf(next) : key;
}

/**
 * The key that a name suggests: lower case, accents folded, spaces as hyphens, other characters dropped.
 */
export function slugOf(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[ßæœøđłþ]/g, (letter) => letters[letter] ?? '')
    .replace(/\s+/g, '-')
    .replace(/[^-_,a-z0-9]/g, '');
}
