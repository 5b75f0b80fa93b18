/** The values of options as they were parsed: of a switch `true`, of one that may be repeated a list. */
export type OptionValues = Readonly<
  Record<string, string | boolean | readonly (string | boolean)[] | undefined>
>;

/** What a command line gave to a command. */
export class Given {
  /** @param args What is neither an option nor part of the command's name. */
  constructor(
    private readonly values: OptionValues,
    readonly args: readonly string[] = [],
  ) {}

  /** True when the switch is on the command line. */
  isOn(name: string): boolean {
    return this.values[name] === true;
  }

  /** The value of an option; undefined when it was not given. */
  text(name: string): string | undefined {
    const value = this.values[name];
    return typeof value === 'string' ? value : undefined;
  }

  /** The values of an option that may be repeated, in the order given. */
  texts(name: string): readonly string[] {
    const value = this.values[name];
    return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
  }

  /** @throws Error if more than one of these options was given. */
  assertAtMostOne(...names: readonly string[]): void {
    const [first, second] = names.filter((name) => this.values[name] !== undefined);
    if (second !== undefined) throw new Error(`--${first ?? ''} and --${second} exclude each other`);
  }
}
