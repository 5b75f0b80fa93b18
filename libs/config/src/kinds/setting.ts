import type { Kind } from './kind';

/** What every row of the settings table says, apart from its kind. */
export interface SettingRow {
  /** What the setting does; Markdown, one paragraph. It becomes the documentation. */
  readonly description: string;
  /** True for a key that is accepted so that existing configurations work, and that changes nothing. */
  readonly isIgnored?: boolean;
}

/** A row whose setting always has a value. */
export interface DefaultedRow extends SettingRow {
  /** Written as an operator would write it, and read by the same rule: `8080`, `10s`, `8MiB`. */
  readonly default: string;
}

/** A row whose setting may be absent. */
export interface OptionalRow extends SettingRow {
  /** What absence means, if it has a meaning of its own; Markdown. */
  readonly whenAbsent?: string;
}

/** One row of the settings table. `Value` is what the setting becomes in the configuration. */
export class Setting<Value> {
  readonly description: string;
  readonly isIgnored: boolean;

  constructor(
    readonly kind: Kind<Value>,
    readonly defaultValue: Value,
    /** The default as the reference prints it; Markdown. */
    readonly defaultText: string,
    row: SettingRow,
  ) {
    this.description = row.description;
    this.isIgnored = row.isIgnored ?? false;
  }
}

/** What a name of the table may stand for. */
export type Entry = Setting<unknown> | SettingMap | Section;

/** Entries by camelCase name. The name in snake_case is the last part of the key. */
export interface Section {
  readonly [name: string]: Entry;
}

/** A part of the table whose names operators choose, such as the providers of OIDC. */
export class SettingMap<Value extends Setting<unknown> | Section = Setting<unknown> | Section> {
  constructor(
    /** What the reference writes in place of a name: `<name>`. */
    readonly placeholder: string,
    /** What each name stands for. The rows of a section are settings, or sections of such. */
    readonly entry: Value,
  ) {}
}

/** What a table of settings becomes: the same shape, with values in place of rows. */
export type Resolved<Table> =
  Table extends Setting<infer Value>
    ? Value
    : Table extends SettingMap<infer Value>
      ? Readonly<Record<string, Resolved<Value>>>
      : { readonly [Name in keyof Table]: Resolved<Table[Name]> };

/** A row with a default. A default that its kind refuses throws when the table is loaded. */
export function setting<T>(kind: Kind<T>, row: DefaultedRow): Setting<T> {
  return new Setting(kind, kind.parse(row.default), row.default === '' ? 'none' : `\`${row.default}\``, row);
}

/**
 * A row that has to be given wherever its part of the configuration is in use; a rule sees to that. Elsewhere
 * `absent` stands for it, so that it always has a value.
 */
export function required<T>(kind: Kind<T>, absent: T, row: SettingRow): Setting<T> {
  return new Setting(kind, absent, 'required', row);
}

/** A row without a default: the setting is `undefined` unless it is given. */
export function optional<T>(kind: Kind<T>, row: OptionalRow): Setting<T | undefined> {
  return new Setting<T | undefined>(kind, undefined, row.whenAbsent ?? 'none', row);
}

/**
 * A map whose names operators choose, in lower case: every name stands for a value, or for a section of its own.
 *
 * @param placeholder what a name is, as the reference writes it: `<name>`
 */
export function mapOf<Value extends Setting<unknown> | Section>(
  placeholder: string,
  entry: Value,
): SettingMap<Value> {
  return new SettingMap(placeholder, entry);
}

/** Returns a part of a key as variables write it, where there are no dots and no hyphens: `my-idp` → `MY_IDP`. */
export function variablePartOf(part: string): string {
  return part.toUpperCase().replace(/[^A-Z0-9]/g, '_');
}
