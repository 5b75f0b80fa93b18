import { InvalidValueError, type Raw } from '../kinds/kind';

/**
 * Returns the value with `${NAME}` replaced by that environment variable, where it is the whole of a value or
 * of an item of a list. Anything else that looks like a substitution is left as it is.
 *
 * @throws InvalidValueError if the variable is not set
 */
export function substitute(value: Raw, env: NodeJS.ProcessEnv): Raw {
  return typeof value === 'string'
    ? substituteText(value, env)
    : value.map((item) => substituteText(item, env));
}

function substituteText(text: string, env: NodeJS.ProcessEnv): string {
  const name = /^\$\{([A-Za-z_][A-Za-z0-9_]*)\}$/.exec(text)?.[1];
  if (name === undefined) return text;
  const value = env[name];
  if (value === undefined) throw new InvalidValueError(`the environment variable ${name} is not set`);
  return value;
}
