import { createHash } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { setImmediate as turnOfOthers } from 'node:timers/promises';
import { type AnswerForms, messageToBinary, messageToJson, PreparedAnswer } from '@pennon/api';
import { fliptEvaluation } from '@pennon/proto';
import type { Snapshot, SnapshotDocument } from '@pennon/snapshot';
import { flagPresenter, presentClientSnapshot } from './client-snapshot.presenter';
import type { ClientCapabilities } from './client-version';

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

type Prepared = PreparedAnswer<typeof fliptEvaluation.EvaluationNamespaceSnapshotSchema>;

/** Raise it when the same document is presented in another way, so that clients fetch it anew. */
const FORMAT = 1;

/** What is made of a snapshot for its clients. */
interface Made {
  /** See {@link clientSnapshotTag}. */
  readonly tag: string | undefined;
  /** By the kind of client. */
  readonly kinds: Map<string, Prepared>;
}

/**
 * Client snapshots and their tags, made once per revision and kind of client however many ask, and kept for as long as
 * the snapshot they were made of is the current one.
 */
export class ClientSnapshots {
  private readonly made = new WeakMap<Snapshot, Made>();

  /** The tag of a namespace's client snapshots, see {@link clientSnapshotTag}. */
  tagOf(snapshot: Snapshot | undefined): string | undefined {
    return snapshot && this.madeOf(snapshot).tag;
  }

  /**
   * The client snapshot of a namespace.
   *
   * @param snapshot undefined for a namespace that does not exist.
   * @param namespaceKey As the client has asked for it; empty is `default`, and stays empty in the answer.
   */
  of(snapshot: Snapshot | undefined, namespaceKey: string, capabilities: ClientCapabilities): Prepared {
    if (snapshot === undefined) return prepare(undefined, namespaceKey, capabilities);
    const { kinds } = this.madeOf(snapshot);
    const { knowsEntityId, knowsDefaultVariant } = capabilities;
    const kind = `${knowsEntityId}/${knowsDefaultVariant}/${namespaceKey}`;
    let prepared = kinds.get(kind);
    if (prepared === undefined) {
      prepared = prepare(snapshot.document, namespaceKey, capabilities);
      kinds.set(kind, prepared);
    }
    return prepared;
  }

  private madeOf(snapshot: Snapshot): Made {
    let made = this.made.get(snapshot);
    if (made === undefined) {
      made = { tag: clientSnapshotTag(snapshot), kinds: new Map() };
      this.made.set(snapshot, made);
    }
    return made;
  }
}

/**
 * The tag of a namespace's client snapshots; undefined when nothing was ever changed in it. It does not depend on the
 * kind of client, and is written without quotes.
 */
export function clientSnapshotTag(snapshot: Snapshot | undefined): string | undefined {
  if (snapshot === undefined) return undefined;
  const { namespaceKey, revision, mark } = snapshot.document;
  if (revision === 0) return undefined;
  // The mark alone tells the state: instances that read the same files have numbers of their own for it.
  return createHash('sha1')
    .update(`${FORMAT}/${namespaceKey}/${mark ?? revision}`)
    .digest('hex');
}

function prepare(
  document: SnapshotDocument | undefined,
  namespaceKey: string,
  capabilities: ClientCapabilities,
): Prepared {
  return new PreparedAnswer(clientSnapshotForms(document, namespaceKey, capabilities));
}
