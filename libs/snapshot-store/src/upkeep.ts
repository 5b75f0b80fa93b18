/** What keeps the snapshots of a holder fresh, and knows how fresh they are: one kind per way to do so. */
export abstract class Upkeep {
  /** Begins to listen to others who change things. The snapshots are loaded after this. */
  abstract listen(): Promise<void>;

  /** The snapshots are loaded: begins whatever is to be done again and again. */
  abstract start(): void;

  /** Ends all of it, and leaves no timer behind. */
  abstract stop(): void;

  /**
   * Resolves with true when what is held shows everything that was committed before this call. Never rejects: when the
   * source cannot be read now, it resolves with false; the last good snapshot stays, and reading is tried again in the
   * background.
   */
  abstract refresh(namespaceKey: string): Promise<boolean>;

  /** What an evaluation has to wait for; undefined when it need not. The promise never rejects. */
  abstract confirm(namespaceKey: string): Promise<void> | undefined;

  /** Looks whether there is anything new, where that may be; never rejects. */
  abstract catchUp(namespaceKey: string): Promise<void>;

  /** How old what is held of a namespace may be, in milliseconds. */
  abstract ageMs(namespaceKey: string): number;

  /** True from a failure to read the source until it has been read in full. */
  abstract get isSourceFailing(): boolean;

  /** The greatest age that there is, in milliseconds. */
  abstract greatestAgeMs(): number;
}
