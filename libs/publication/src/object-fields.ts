import { UnavailableError } from '@pennon/domain';

/** A text is no manifest, or none that this version reads; says where and why. */
export class ManifestError extends UnavailableError {
  /**
   * @param path Of the field in it; `''` for the whole.
   * @param reason How the sentence goes on.
   * @param location Where the publication lies, when that is known.
   */
  constructor(
    readonly path: string,
    readonly reason: string,
    location?: string,
  ) {
    const subject = location === undefined ? 'the manifest' : `the manifest in ${location}`;
    super(path === '' ? `${subject} ${reason}` : `${subject} cannot be used: ${path} ${reason}`);
  }

  /** The same, of the publication that lies there. */
  at(location: string): ManifestError {
    return new ManifestError(this.path, this.reason, location);
  }
}

/** Fields of a JSON object that are held to their types; those nobody asks for are passed over. */
export class ObjectFields {
  private readonly values: ReadonlyMap<string, unknown>;

  /**
   * @param path Where it stands; `''` for the whole text.
   * @throws ManifestError if the value is no JSON object.
   */
  constructor(
    value: unknown,
    private readonly path: string,
  ) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new ManifestError(path, 'must be an object');
    }
    this.values = new Map(Object.entries(value));
  }

  has(name: string): boolean {
    return this.values.has(name);
  }

  names(): readonly string[] {
    return [...this.values.keys()];
  }

  pathOf(name: string): string {
    return this.path === '' ? name : `${this.path}.${name}`;
  }

  text(name: string): string {
    const value = this.values.get(name);
    return typeof value === 'string' ? value : this.fail(name, 'must be text');
  }

  /** A whole number from 0 on. */
  count(name: string): number {
    const value = this.values.get(name);
    const isCount = typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
    return isCount ? value : this.fail(name, 'must be a whole number and not negative');
  }

  list(name: string): readonly unknown[] {
    const value: unknown = this.values.get(name);
    return Array.isArray(value) ? value : this.fail(name, 'must be a list');
  }

  texts(name: string): readonly string[] {
    const texts = this.list(name).filter((value) => typeof value === 'string');
    return texts.length === this.list(name).length ? texts : this.fail(name, 'must be a list of texts');
  }

  object(name: string): ObjectFields {
    return new ObjectFields(this.values.get(name), this.pathOf(name));
  }

  fail(name: string, reason: string): never {
    throw new ManifestError(this.pathOf(name), this.values.has(name) ? reason : 'is missing');
  }
}
