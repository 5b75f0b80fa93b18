import { create } from '@bufbuild/protobuf';
import { messageToJson } from '@pennon/api';
import { pennonChanges } from '@pennon/proto';
import type { Given } from '../command-line/command';
import { RemoteHistory } from '../targets/remote-history';
import { neededCallsOf } from '../targets/server-of';
import { exitCodes } from '../terminal/exit';
import { printLines, tell } from '../terminal/print';
import { itemLines } from './item-lines';
import { placeName, type Place, readPlace } from './place';

/** Prints what differs between two revisions. @returns the exit code: `found` when anything differs. */
export async function runDiff(given: Given): Promise<number> {
  const { from, to } = placesOf(given);
  const history = new RemoteHistory(neededCallsOf(given, 'diff'));
  const { namespaceKey } = from;
  const revision = from.revision ?? (await history.latest(namespaceKey));
  const { items, to: toRevision } = await history.compare({ namespaceKey, revision }, to);
  if (given.isOn('json')) {
    const comparison = create(pennonChanges.ComparisonSchema, { items: [...items], to: toRevision });
    await printLines([messageToJson(pennonChanges.ComparisonSchema, comparison, false)]);
  } else {
    const names = {
      before: placeName({ namespaceKey, revision }),
      after: placeName({ ...to, revision: toRevision }),
    };
    if (items.length === 0) tell(`nothing differs between ${names.before} and ${names.after}`);
    await printLines(itemLines(items, names));
  }
  return items.length === 0 ? exitCodes.done : exitCodes.found;
}

/** @throws Error if a place cannot be read, or there is only one and it is the latest. */
function placesOf(given: Given): { readonly from: Place; readonly to: Place } {
  const [from, to] = given.args.map(readPlace);
  if (from === undefined) throw new Error('diff needs FROM; see pennon help diff');
  if (to !== undefined) return { from, to };
  if (from.revision !== undefined) return { from, to: { ...from, revision: undefined } };
  throw new Error(
    `the latest revision does not differ from itself: name an earlier one, as in ${from.namespaceKey}@7`,
  );
}
