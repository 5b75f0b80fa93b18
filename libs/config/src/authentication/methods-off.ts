import type { ResolvedSettings } from '../resolve-settings';
import type { GivenValue } from '../sources/layer';

const METHODS = 'authentication.methods.';

/** Returns what was given of methods that are not enabled, by the keys as they were given: it changes nothing. */
export function givenOfMethodsThatAreOff(
  { authentication: { methods } }: Pick<ResolvedSettings, 'authentication'>,
  given: readonly GivenValue[],
): readonly string[] {
  const off = Object.entries(methods)
    .filter(([, { enabled }]) => !enabled)
    .map(([name]) => `${METHODS}${name}.`);
  const changesNothing = ({ named, isOverruled = false }: GivenValue): boolean =>
    !isOverruled &&
    named?.setting.isIgnored === false &&
    off.some((section) => named.key.startsWith(section) && named.key !== `${section}enabled`);
  return given.filter(changesNothing).map(({ key }) => key);
}
