import { variableOf, variablePartOf } from './names';
import type { Setting } from './setting';

/** A row of the table whose key has a name in it that operators choose. */
export class MapRow {
  constructor(
    /** The key as far as the name: `authentication.methods.oidc.providers.` */
    readonly before: string,
    /** What stands for the name where it is not known: `<name>`. */
    readonly placeholder: string,
    /** The key after the name: `.client_id`; empty in a map of values. */
    readonly after: string,
    readonly setting: Setting<unknown>,
  ) {}

  /** Returns the key of this row for a name. */
  keyOf(name: string): string {
    return this.before + name + this.after;
  }

  /** Returns the variable of this row for a name; the placeholder keeps its brackets. */
  variableOf(name: string): string {
    const part = name === this.placeholder ? name.toUpperCase() : variablePartOf(name);
    return variableOf(this.before) + part + variablePartOf(this.after);
  }

  /** Returns the name in a key of this row; undefined for any other key. */
  nameInKey(key: string): string | undefined {
    return this.acceptedName(between(key, this.before, this.after));
  }

  /** Returns the name in a variable of this row, in lower case; undefined for any other variable. */
  nameInVariable(variable: string): string | undefined {
    const name = between(variable, variableOf(this.before), variablePartOf(this.after));
    return this.acceptedName(name?.toLowerCase());
  }

  /** Tells whether a key is that of a section which this row is in: `authentication.methods.oidc.providers.acme`. */
  isSectionAbove(key: string): boolean {
    return this.after !== '' && this.acceptedName(between(key, this.before, '')) !== undefined;
  }

  /** Keys of metadata have dots. The name of a section has none, or no key could be told from a misspelt one. */
  private acceptedName(name: string | undefined): string | undefined {
    return this.after !== '' && name?.includes('.') ? undefined : name;
  }
}

/** Returns what is between the two, if there is anything. */
function between(whole: string, before: string, after: string): string | undefined {
  const isBetween =
    whole.length > before.length + after.length && whole.startsWith(before) && whole.endsWith(after);
  return isBetween ? whole.slice(before.length, whole.length - after.length) : undefined;
}
