import { type MessageInitShape } from '@bufbuild/protobuf';
import { type Json, parseJsonText } from '@pennon/domain';
import { pennonChanges } from '@pennon/proto';
import type { Given } from '../command-line/command';
import { readWhole } from '../command-line/read-values';

/** An edit as it is sent. */
export type WantedEdit = Exclude<
  MessageInitShape<typeof pennonChanges.FlagEditSchema>,
  pennonChanges.FlagEdit
>;

/**
 * What the options of a command line ask to be done with a flag.
 *
 * @throws Error if they ask for nothing, or one cannot be read.
 */
export function flagEditOf(key: string, given: Given): WantedEdit {
  const [percentage, rank] = [given.text('percentage'), given.text('rank')];
  const edit = {
    enabled: booleanOf(given, 'enabled'),
    defaultVariant: given.text('default-variant'),
    percentage: percentage === undefined ? undefined : readWhole('--percentage', percentage, 0),
    value: booleanOf(given, 'value'),
    weights: weightsOf(given.text('weights')),
    rest: given.text('rest') === undefined ? undefined : pennonChanges.FlagEdit_Rest.NOTHING,
    segments: listOrNothing(given.texts('segment')),
    rank: rank === undefined ? undefined : readWhole('--rank', rank, 1),
    name: given.text('name'),
    description: given.text('description'),
    metadata: metadataOf(given.texts('metadata')),
    removeMetadata: listOrNothing(given.texts('remove-metadata')),
  };
  const members = Object.entries(edit).filter(([, member]) => member !== undefined);
  if (members.length === 0)
    throw new Error('say what to set, such as --percentage 20; see pennon help flag set');
  return { key, ...Object.fromEntries(members) };
}

function booleanOf(given: Given, name: string): boolean | undefined {
  const text = given.text(name);
  return text === undefined ? undefined : text === 'true';
}

function listOrNothing(texts: readonly string[]): string[] | undefined {
  return texts.length === 0 ? undefined : [...texts];
}

function weightsOf(text: string | undefined): Record<string, number> | undefined {
  if (text === undefined) return undefined;
  const weights = pairsIn('--weights', 'a=50,b=50', text.split(','));
  for (const [variant, percent] of weights)
    if (!/^\d{1,3}(?:\.\d{1,9})?$/.test(percent))
      throw new Error(
        `--weights takes numbers such as a=50,b=50, not ${JSON.stringify(`${variant}=${percent}`)}`,
      );
  return Object.fromEntries(weights.map(([variant, percent]) => [variant, Number(percent)]));
}

/** A value that is no JSON is a text. */
function metadataOf(pairs: readonly string[]): Record<string, Json> | undefined {
  if (pairs.length === 0) return undefined;
  const members = pairsIn('--metadata', 'owner=ana', pairs);
  return Object.fromEntries(
    members.map(([name, text]) => {
      const value = parseJsonText(text) as Json | undefined;
      return [name, value === undefined ? text : value];
    }),
  );
}

/** What stands before and behind the first `=` of each. @throws Error if there is none, or a name comes twice. */
function pairsIn(
  option: string,
  example: string,
  texts: readonly string[],
): readonly (readonly [name: string, value: string])[] {
  const names = new Set<string>();
  return texts.map((text) => {
    const at = text.indexOf('=');
    if (at < 1) throw new Error(`${option} takes pairs such as ${example}, not ${JSON.stringify(text)}`);
    const name = text.slice(0, at);
    if (names.has(name)) throw new Error(`${option} names ${JSON.stringify(name)} twice`);
    names.add(name);
    return [name, text.slice(at + 1)];
  });
}
