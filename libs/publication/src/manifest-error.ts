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
