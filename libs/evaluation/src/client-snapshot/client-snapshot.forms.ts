import { performance } from 'node:perf_hooks';
import { setImmediate as turnOfOthers } from 'node:timers/promises';
import { fliptEvaluation, messageToBinary, messageToJson, type AnswerForms } from '@pennon/api';
import { type SnapshotDocument } from '@pennon/snapshot';
import { flagPresenter, presentClientSnapshot } from './client-snapshot.presenter';
import { type ClientCapabilities } from './client-version';

const { EvaluationFlagSchema, EvaluationNamespaceSnapshotSchema } = fliptEvaluation;

type EvaluationFlag = fliptEvaluation.EvaluationFlag;

/** Longest time to work on end while evaluations wait, in milliseconds. */
const SLICE_MS = 5;

/**
 * The forms of a client snapshot; they are what the general way gives, byte by byte.
 *
 * Encoding ten thousand flags takes a good part of a second, so it is done flag by flag, and whoever waits to be
 * answered has a turn in between.
 */
export function clientSnapshotForms(
  document: SnapshotDocument | undefined,
  namespaceKey: string,
  capabilities: ClientCapabilities,
): AnswerForms<typeof EvaluationNamespaceSnapshotSchema> {
  const inSlices = async (encode: (flag: EvaluationFlag, index: number) => Buffer): Promise<Buffer[]> => {
    if (document === undefined) return [];
    const present = flagPresenter(document, capabilities);
    return workInSlices(document.flags, (flag, index) => encode(present(flag), index));
  };
  return {
    message: () => presentClientSnapshot(document, namespaceKey, capabilities),
    async json() {
      const head = `{"namespace":${JSON.stringify({ key: namespaceKey })},"flags":[`;
      const flags = await inSlices((flag, index) => {
        const text = messageToJson(EvaluationFlagSchema, flag, false);
        return Buffer.from(index === 0 ? text : `,${text}`);
      });
      return Buffer.concat([Buffer.from(head), ...flags, Buffer.from(']}')]);
    },
    async binary() {
      // The encodings of messages one after the other are the encoding of the messages merged.
      const head = messageToBinary(
        EvaluationNamespaceSnapshotSchema,
        presentClientSnapshot(undefined, namespaceKey, capabilities),
      );
      const flags = await inSlices((flag) =>
        messageToBinary(EvaluationNamespaceSnapshotSchema, {
          $typeName: 'flipt.evaluation.EvaluationNamespaceSnapshot',
          flags: [flag],
        }),
      );
      return Buffer.concat([head, ...flags]);
    },
  };
}

async function workInSlices<T, R>(items: readonly T[], work: (item: T, index: number) => R): Promise<R[]> {
  const results: R[] = [];
  let sliceEnd = performance.now() + SLICE_MS;
  for (const [index, item] of items.entries()) {
    results.push(work(item, index));
    if (performance.now() < sliceEnd) continue;
    await turnOfOthers();
    sliceEnd = performance.now() + SLICE_MS;
  }
  return results;
}
