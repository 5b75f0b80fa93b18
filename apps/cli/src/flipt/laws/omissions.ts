import { InvalidArgumentError } from '@pennon/domain';

/** Most omissions that are listed; of more, only their number is told. */
const MAX_OMISSIONS = 1000;

/** What is left out of a document, in sentences for people. */
export class Omissions {
  private readonly listed: string[] = [];
  private count = 0;

  /** @param sentence Names what is left out, and says why. */
  add(sentence: string): void {
    this.count++;
    if (this.count <= MAX_OMISSIONS) this.listed.push(sentence);
  }

  /** What a law of the domain returns; undefined, and an omission, when it is broken. */
  hold<T>(subject: string, law: () => T): T | undefined {
    try {
      return law();
    } catch (error) {
      if (!(error instanceof InvalidArgumentError)) throw error;
      this.add(`${subject}: ${error.message}`);
      return undefined;
    }
  }

  /** True when the law holds; otherwise there is an omission. */
  isLawful(subject: string, law: () => void): boolean {
    return (
      this.hold(subject, () => {
        law();
        return true;
      }) === true
    );
  }

  get all(): readonly string[] {
    const more = this.count - this.listed.length;
    return more === 0 ? this.listed : [...this.listed, `and ${more} more`];
  }
}
