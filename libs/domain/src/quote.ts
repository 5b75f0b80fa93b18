const escapes: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\b': '\\b',
  '\f': '\\f',
  '\v': '\\v',
  '\u0007': '\\a',
};

/**
 * The text in double quotes with backslash escapes, as error messages show keys and values.
 */
export function quote(text: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what must not reach a message raw
  return `"${text.replace(/["\\\u0000-\u001f\u007f]/g, escapeCharacter)}"`;
}

function escapeCharacter(character: string): string {
  return escapes[character] ?? `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
}

/** Longest name of a caller's that errors show whole, in UTF-16 units. */
export const MAX_SHOWN_NAME_LENGTH = 64;

/** A name of the caller's in an error: long ones are cut, and those that are not plain are quoted. */
export function shownName(name: string): string {
  const isLong = name.length > MAX_SHOWN_NAME_LENGTH;
  const short = isLong ? `${name.slice(0, MAX_SHOWN_NAME_LENGTH).toWellFormed()}…` : name;
  return /^[\w-]+$/.test(short) ? short : quote(short);
}

/**
 * Namespace and key as messages show them: `"shop/checkout"`.
 *
 * The two are joined as a cleaned path, so an empty key leaves the namespace alone and `.`, `..` and empty
 * segments fold away.
 */
export function quotePath(namespaceKey: string, key: string): string {
  return quote(cleanPath(`${namespaceKey}/${key}`));
}

function cleanPath(path: string): string {
  const kept: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '..' && kept.length > 0 && kept.at(-1) !== '..') kept.pop();
    else if (segment !== '' && segment !== '.') kept.push(segment);
  }
  return kept.join('/') || '.';
}
