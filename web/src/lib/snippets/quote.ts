/** One word of a POSIX shell, whatever is in it. */
export function shellQuote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** A literal in double quotes, as JavaScript, Go, Python, Java and C# read it. */
export function doubleQuote(text: string): string {
  return JSON.stringify(text);
}

/** A literal in single quotes for JavaScript. */
export function scriptQuote(text: string): string {
  return `'${JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"')
    .replaceAll("'", String.raw`\'`)}'`;
}

/** A literal in single quotes, in which Ruby and PHP replace nothing. */
export function literalQuote(text: string): string {
  return `'${text.replaceAll('\\', String.raw`\\`).replaceAll("'", String.raw`\'`)}'`;
}

const rustEscapes: Readonly<Record<string, string>> = { '"': String.raw`\"`, '\\': String.raw`\\` };

/** A literal in double quotes for Rust, whose escapes of code points have braces. */
export function rustQuote(text: string): string {
  const escaped = text.replaceAll(
    /["\\\p{Cc}]/gu,
    (character) => rustEscapes[character] ?? `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
  return `"${escaped}"`;
}
