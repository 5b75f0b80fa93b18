import { variableOf } from '../names';
import { inMap } from '../setting-index';
import type { GivenValue, Layer } from './layer';

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
