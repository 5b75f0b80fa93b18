/** A document that was damaged. */
export interface Mutation {
  /** What was done to it, for messages. */
  readonly what: string;
  readonly text: string;
}

/** What may be put in the place of a value: wrong types, unknown words, what is no value at all. */
const wrongValues = ['[1, 2]', '{ a: 1 }', 'bananas', '"', '-17', '&x', '*nobody', '!!binary x', '@'];

/**
 * Damages a document in YAML in many ways, always the same: each of its lines is deleted, doubled, indented otherwise,
 * given an unknown name, another value, or is the last one there is. A few of the results may be valid after all.
 *
 * @param every Each how manieth line is damaged.
 */
export function* mutationsOf(document: string, every = 1): Generator<Mutation> {
  const lines = document.trimEnd().split('\n');
  for (let index = 0; index < lines.length; index += every) {
    const line = lines[index] ?? '';
    const where = `line ${index + 1}`;
    const wrong = wrongValues[index % wrongValues.length] ?? '';
    const put = (...put: readonly string[]): string =>
      `${[...lines.slice(0, index), ...put, ...lines.slice(index + 1)].join('\n')}\n`;
    yield { what: `${where} doubled`, text: put(line, line) };
    yield { what: `${where} with an unknown name`, text: put(line.replace(/(\w+):/, '$1x:')) };
    yield { what: `${where} with ${wrong}`, text: put(line.replace(/: .*$/, `: ${wrong}`)) };
    yield { what: `${where} indented by one`, text: put(` ${line}`) };
    yield { what: `${where} deleted`, text: put() };
    const cut = Math.max(1, Math.floor(line.length / 2));
    yield { what: `cut in ${where}`, text: `${[...lines.slice(0, index), line.slice(0, cut)].join('\n')}\n` };
  }
}
