import { createHash } from 'node:crypto';
import { PreparedAnswer, type fliptEvaluation } from '@pennon/api';
import { type Snapshot, type SnapshotDocument } from '@pennon/snapshot';
import { clientSnapshotForms } from './client-snapshot.forms';
import { type ClientCapabilities } from './client-version';

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
  const { namespaceKey, revision, mark = '' } = snapshot.document;
  if (revision === 0) return undefined;
  return createHash('sha1').update(`${FORMAT}/${namespaceKey}/${revision}/${mark}`).digest('hex');
}

function prepare(
  document: SnapshotDocument | undefined,
  namespaceKey: string,
  capabilities: ClientCapabilities,
): Prepared {
  return new PreparedAnswer(clientSnapshotForms(document, namespaceKey, capabilities));
}
