/** Values by name, for the `{{name}}` of a scenario. */
export class Variables {
  private readonly values = new Map<string, string>();

  set(name: string, value: string): void {
    this.values.set(name, value);
  }

  /** The text with every variable replaced. @throws Error if one of them was never set. */
  fillIn(text: string): string {
    return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
      const value = this.values.get(name);
      if (value === undefined) throw new Error(`the scenario has not set ${name} yet`);
      return value;
    });
  }
}
