import { placesOfDocuments } from '../sections/storage-settings';
import { isWithin } from '../settings/names';
import type { ResolvedSettings } from '../settings/resolve-settings';
import type { GivenValue } from '../sources/layer';

type Configured = Pick<ResolvedSettings, 'authentication' | 'storage'>;

/**
 * Returns what was given of login methods that are not enabled, and of places of documents that `storage.type` does not
 * name, by the keys as they were given: it changes nothing.
 */
export function givenWithoutEffect(settings: Configured, given: readonly GivenValue[]): readonly string[] {
  const unused = [...methodsThatAreOff(settings), ...placesThatAreNotRead(settings)];
  const changesNothing = ({ named, isOverruled = false }: GivenValue): boolean =>
    !isOverruled &&
    named?.setting.isIgnored === false &&
    unused.some((section) => isWithin(section, named.key) && named.key !== `${section}.enabled`);
  return given.filter(changesNothing).map(({ key }) => key);
}

function methodsThatAreOff({ authentication: { methods } }: Configured): readonly string[] {
  return Object.entries(methods)
    .filter(([, { enabled }]) => !enabled)
    .map(([name]) => `authentication.methods.${name}`);
}

function placesThatAreNotRead({ storage: { type } }: Configured): readonly string[] {
  return placesOfDocuments.filter((place) => !isWithin(`storage.${type}`, place));
}
