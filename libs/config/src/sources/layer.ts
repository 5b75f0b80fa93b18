import { InvalidValueError, type Raw } from '../kinds/kind';
import { canonicalVariable, variableOf } from '../settings/names';
import { inMap, type NamedSetting } from '../settings/setting-index';

/** A value in which variables were filled in. */
export interface Filled {
  readonly value: Raw;
  /** The value before variables were filled in, which may hold secrets; absent where it refers to none. */
  readonly template?: Raw;
  /** Names of the variables that it refers to; absent where there are none. */
  readonly refersTo?: readonly string[];
}

/** `$${`, which stands for `${`; or `${…}`, with the name and the default of one that can be filled in. */
const PLACEHOLDER = /\$(\$\{)|\$\{(?:([A-Za-z_]\w*)(?::-([^{}]*))?\}|[^}]*\})/g;

/**
 * Replaces each `${NAME}` by that environment variable, and each `${NAME:-default}` by the default where the variable
 * is not set or empty; in every item of a list. `$${` becomes `${`.
 *
 * Within a longer text a variable must not be empty: what is left of a pattern or an address could allow more than was
 * meant.
 *
 * @throws InvalidValueError if a variable is not set, or `${…}` has no such form. The message holds no value.
 */
export function substitute(value: Raw, env: NodeJS.ProcessEnv): Filled {
  const variables = new Set<string>();
  const missing = new Set<string>();
  const fill = (text: string): string =>
    text.replaceAll(
      PLACEHOLDER,
      (placeholder: string, literal?: string, name?: string, byDefault?: string) => {
        if (literal !== undefined) return literal;
        if (name === undefined) throw new InvalidValueError(`has a placeholder ${malformed}`);
        variables.add(name);
        const filled = env[name] ?? '';
        if (filled !== '' || byDefault !== undefined) return filled === '' ? (byDefault ?? '') : filled;
        if (env[name] === undefined) missing.add(name);
        else if (placeholder !== text) throw new InvalidValueError(emptyVariable(name));
        return '';
      },
    );
  const whole = typeof value === 'string' ? fill(value) : value.map(fill);
  if (missing.size > 0) throw new InvalidValueError(notSet([...missing]));
  return variables.size === 0
    ? { value: whole }
    : { value: whole, template: value, refersTo: [...variables] };
}

const malformed = 'that is neither ${NAME} nor ${NAME:-default}; write $${ for the text ${';

function emptyVariable(name: string): string {
  return `the environment variable ${name} is empty; write \${${name}:-} where it may be`;
}

function notSet(names: readonly string[]): string {
  return names.length === 1
    ? `the environment variable ${names.join()} is not set`
    : `the environment variables ${names.join(', ')} are not set`;
}

/**
 * A value that one source gives, for a setting or for a reserved key. It is never the empty text, which is not given.
 */
export interface GivenValue extends Filled {
  /** The key as it was given; for a variable that sets a reserved key, the name of the variable. */
  readonly key: string;
  /** What the operator wrote: the key in the file, or the variable. */
  readonly name: string;
  /** The environment variable of the key, wherever the value is from. */
  readonly variable: string;
  /** The file, or the variable. */
  readonly source: string;
  /** Absent for a reserved key. */
  readonly named?: NamedSetting;
  /** True where the same source gives the setting by its canonical name too: that one counts. */
  readonly isOverruled?: boolean;
}

/**
 * What one source gives, by environment variable: a variable cannot be turned back into a key, so its name is
 * what tells that two sources mean the same.
 */
export type Layer = ReadonlyMap<string, GivenValue>;

/**
 * Returns the environment over the file. A variable cannot spell every name of a map, so a name that the file
 * spells is taken from there: `…_PROVIDERS_MY_IDP_CLIENT_SECRET` belongs to the provider `my-idp` of the file.
 */
export function mergeLayers(file: Layer, environment: Layer): Layer {
  const spellings = new Map(
    [...file.values()].flatMap(({ named }) =>
      named?.row && named.name !== undefined
        ? [[variableOf(named.row.before + named.name), named.name] as const]
        : [],
    ),
  );
  return new Map([
    ...file,
    ...[...environment].map(([variable, given]) => [variable, respelt(given, spellings)] as const),
  ]);
}

function respelt(given: GivenValue, spellings: ReadonlyMap<string, string>): GivenValue {
  const { row, name } = given.named ?? {};
  if (row === undefined || name === undefined) return given;
  const named = inMap(row, spellings.get(variableOf(row.before + name)) ?? name);
  return { ...given, key: named.key, named };
}

/**
 * Returns what one source gives by the canonical variables. Where it gives a setting by both of its names, the
 * canonical one counts; the alias stays under its own variable, overruled, to be named in a warning.
 */
export function settleAliases(layer: Layer): Layer {
  return new Map(
    [...layer].map(([variable, given]): [string, GivenValue] => {
      const canonical = canonicalVariable(variable);
      if (canonical === variable) return [variable, given];
      return layer.has(canonical)
        ? [variable, overruled(given)]
        : [canonical, { ...given, variable: canonical }];
    }),
  );
}

/** A value that does not count, by the name that the operator wrote: its key belongs to the one that does. */
export function overruled(given: GivenValue): GivenValue {
  return { ...given, key: given.name, isOverruled: true };
}
