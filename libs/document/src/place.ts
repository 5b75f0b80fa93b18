/** The text, or its beginning and an ellipsis when it is longer than that. */
export function shortened(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength)}…`;
}

/** Longest key that a path shows in full. */
const MAX_STEP_LENGTH = 60;

/** Where one is in a tree: the steps that led there, and where it is in the text. */
export class Place {
  private constructor(
    private readonly parent: Place | undefined,
    private readonly step: string | number,
    /** In UTF-16 units from the beginning of the document's text. */
    readonly offset: number,
  ) {}

  /** The document itself. */
  static root(offset = 0): Place {
    return new Place(undefined, '', offset);
  }

  /** The place below this one, by the key of a member or the position in a list. */
  at(step: string | number, offset: number): Place {
    return new Place(this, step, offset);
  }

  /** The same steps, with another place in the text. */
  movedTo(offset: number): Place {
    return new Place(this.parent, this.step, offset);
  }

  /** The steps as people write them: `flags[3].rules[0]`; `''` for the document itself. */
  get path(): string {
    if (this.parent === undefined) return '';
    const before = this.parent.path;
    if (typeof this.step === 'number') return `${before}[${this.step}]`;
    const name = shortened(this.step, MAX_STEP_LENGTH);
    if (!/^[\w-]+…?$/.test(name)) return `${before}[${JSON.stringify(name)}]`;
    return before === '' ? name : `${before}.${name}`;
  }
}
