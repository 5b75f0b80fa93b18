import { create } from '@bufbuild/protobuf';
import { messageToJson } from '@pennon/api';
import { pennonChanges } from '@pennon/proto';
import type { Given } from '../command-line/command';
import { limitOf, readNamespace, revisionOf } from '../command-line/read-values';
import { RemoteHistory } from '../targets/remote-history';
import { neededCallsOf } from '../targets/server-of';
import { exitCodes } from '../terminal/exit';
import { printLines } from '../terminal/print';
import { itemLines } from './item-lines';
import { placeName } from './place';
import { numberIn, revisionLine, revisionLines } from './revision-lines';

/** Prints revisions of a namespace, or one of them whole. @returns the exit code. */
export async function runHistory(given: Given): Promise<number> {
  for (const name of ['flag', 'segment', 'actor', 'origin', 'limit']) {
    given.assertAtMostOne('revision', name);
  }
  const namespaceKey = readNamespace(given.args[0]);
  const revision = revisionOf(given);
  const limit = limitOf(given);
  const history = new RemoteHistory(neededCallsOf(given, 'history'));
  const isJson = given.isOn('json');
  if (revision !== undefined) {
    await printRevision(history, namespaceKey, revision, isJson);
    return exitCodes.done;
  }
  const filter = {
    flagKey: given.text('flag') ?? '',
    segmentKey: given.text('segment') ?? '',
    actor: given.text('actor') ?? '',
    origin: given.text('origin') ?? '',
  };
  for await (const one of history.revisions(namespaceKey, filter, limit)) {
    const json = isJson ? messageToJson(pennonChanges.RevisionSchema, one, false) : undefined;
    await printLines(json === undefined ? revisionLines(one) : [json]);
  }
  return exitCodes.done;
}

async function printRevision(
  history: RemoteHistory,
  namespaceKey: string,
  revision: string,
  isJson: boolean,
): Promise<void> {
  const found = await history.revision({ namespaceKey, revision });
  if (isJson) {
    const details = create(pennonChanges.RevisionDetailsSchema, {
      revision: found.revision,
      items: [...found.items],
    });
    await printLines([messageToJson(pennonChanges.RevisionDetailsSchema, details, false)]);
    return;
  }
  const names = {
    before: placeName({ namespaceKey, revision: `${Number(numberIn(revision)) - 1}` }),
    after: placeName({ namespaceKey, revision }),
  };
  await printLines([revisionLine(found.revision), ...itemLines(found.items, names)]);
}
