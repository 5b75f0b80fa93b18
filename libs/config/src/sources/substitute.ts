import { InvalidValueError, type Raw } from '../kinds/kind';

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
