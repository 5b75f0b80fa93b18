import { quote } from '@pennon/domain';

/** A text that is no snapshot document, or not all of one; the message says where and why. */
export class SnapshotFormatError extends Error {
  override readonly name = 'SnapshotFormatError';
}

/** How much of a name that is unknown is shown: it may be anything. */
const SHOWN_LENGTH = 50;

/**
 * The members of a JSON object whose shape is not known yet. Each method reads one of them.
 *
 * @throws SnapshotFormatError from every method if the member is missing or of another shape; it names the member.
 */
export class Members {
  private constructor(
    private readonly members: Readonly<Record<string, unknown>>,
    private readonly path: string,
  ) {}

  /**
   * @param value What has to be an object.
   * @param path Where it stands, for the error: `rules[2]`, or `''` for the outermost.
   * @throws SnapshotFormatError if it is no object.
   */
  static of(value: unknown, path = ''): Members {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new SnapshotFormatError(path === '' ? 'must be an object' : `${path}: must be an object`);
    }
    return new Members(value as Readonly<Record<string, unknown>>, path);
  }

  /** Refuses members of other names. */
  only(names: readonly string[]): this {
    for (const name of Object.keys(this.members)) {
      if (!names.includes(name)) this.fail(quote(name.slice(0, SHOWN_LENGTH)), 'is unknown');
    }
    return this;
  }

  text(name: string): string {
    const value = this.members[name];
    return typeof value === 'string' ? value : this.fail(name, 'must be a string');
  }

  /** A string, or undefined when the member is missing. */
  optionalText(name: string): string | undefined {
    return this.members[name] === undefined ? undefined : this.text(name);
  }

  boolean(name: string): boolean {
    const value = this.members[name];
    return typeof value === 'boolean' ? value : this.fail(name, 'must be true or false');
  }

  /** True, or undefined when the member is missing. */
  optionalTrue(name: string): true | undefined {
    const value = this.members[name];
    return value === undefined || value === true ? value : this.fail(name, 'must be true or missing');
  }

  /** A whole number that is exact in a double. */
  integer(name: string): number {
    const value = this.members[name];
    return Number.isSafeInteger(value) ? (value as number) : this.fail(name, 'must be a whole number');
  }

  /** How many there are of something: a whole number, 0 or more. */
  count(name: string): number {
    const value = this.integer(name);
    return value >= 0 ? value : this.fail(name, 'must not be negative');
  }

  /** A number, 0–100. */
  percent(name: string): number {
    const value = this.members[name];
    const isPercent = typeof value === 'number' && value >= 0 && value <= 100;
    return isPercent ? value : this.fail(name, 'must be a number from 0 to 100');
  }

  /** One of a closed set of words. */
  word<W extends string>(name: string, words: readonly W[]): W {
    const value = this.members[name];
    return words.find((word) => word === value) ?? this.fail(name, `must be one of ${words.join(', ')}`);
  }

  /** A list of objects. @param read Reads one; it is told where the object stands. */
  list<T>(name: string, read: (item: unknown, path: string) => T): readonly T[] {
    const value: unknown = this.members[name];
    if (!Array.isArray(value)) return this.fail(name, 'must be a list');
    return value.map((item: unknown, index) => read(item, `${this.pathOf(name)}[${index}]`));
  }

  /** A list of strings, at least one. */
  texts(name: string): readonly string[] {
    const value: unknown = this.members[name];
    const isTexts =
      Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string');
    return isTexts ? value : this.fail(name, 'must be a list of strings, at least one');
  }

  /** The same, or undefined when the member is missing. */
  optionalTexts(name: string): readonly string[] | undefined {
    return this.members[name] === undefined ? undefined : this.texts(name);
  }

  /** An object. @param read Reads it; it is told where the object stands. */
  object<T>(name: string, read: (value: unknown, path: string) => T): T {
    return read(this.members[name], this.pathOf(name));
  }

  /** An object of strings, numbers and booleans, or undefined when the member is missing. */
  optionalPlain(name: string): Readonly<Record<string, string | number | boolean>> | undefined {
    const value = this.members[name];
    if (value === undefined) return undefined;
    const { members } = Members.of(value, this.pathOf(name));
    const isPlain = Object.values(members).every((item) => item !== null && typeof item !== 'object');
    return isPlain
      ? (members as Readonly<Record<string, string | number | boolean>>)
      : this.fail(name, 'must hold strings, numbers, true and false alone');
  }

  /** Refuses a member. */
  fail(name: string, reason: string): never {
    throw new SnapshotFormatError(`${this.pathOf(name)}: ${reason}`);
  }

  private pathOf(name: string): string {
    return this.path === '' ? name : `${this.path}.${name}`;
  }
}
