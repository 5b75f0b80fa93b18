import { type LoadedConfig } from '@pennon/config';
import { tell } from '../terminal/print';

/** Names the variables of Flipt that count, each with the variable to write in its place; never what they hold. */
export function warnOfRenamed(renamed: LoadedConfig['renamed']): void {
  tell(...[...renamed].map(([name, variable]) => `warning: ${name} is read as ${variable}; rename it`));
}
