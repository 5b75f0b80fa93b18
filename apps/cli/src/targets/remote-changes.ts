import { randomUUID } from 'node:crypto';
import type { MessageInitShape } from '@bufbuild/protobuf';
import { pennonChanges } from '@pennon/proto';
import { ConflictError, NotFoundError } from '@pennon/domain';
import { RemoteHistory, type RemoteRevision } from './remote-history';
import { bodyOf, firstOf, listRequest, namespacePath, PAGE_SIZE, type ServerCalls } from './server-calls';

const {
  ApplyChangeRequestSchema,
  CancelChangeRequestSchema,
  Change_State: ChangeState,
  ChangeListSchema,
  ChangeOutcomeSchema,
  ChangeSchema,
  CreateChangeRequestSchema,
  RevertRevisionRequestSchema,
  ReviewChangeRequestSchema,
} = pennonChanges;

type ChangeOutcome = pennonChanges.ChangeOutcome;

/** A change as somebody wants it; its namespace is told apart. */
export type WantedChange = Exclude<
  MessageInitShape<typeof CreateChangeRequestSchema>,
  pennonChanges.CreateChangeRequest
>;

/** How a revision is reverted. */
export interface RevertOptions {
  readonly onto: pennonChanges.RevertRevisionRequest_Onto;
  /** Only these flags and segments; all that the revision changed, if both are empty. */
  readonly flags: string[];
  readonly segments: string[];
  /** Only these parts, in the words of the API; all of them, if it is empty. */
  readonly parts: string[];
  /** For the history; `''` for the message of the server. */
  readonly message: string;
  readonly mode: pennonChanges.ChangeMode;
  /** True to learn what it would change, and change nothing. */
  readonly validateOnly: boolean;
}

/** What a reviewer says of a change. */
export interface WantedReview {
  readonly verdict: pennonChanges.Verdict;
  /** `''` for nothing. */
  readonly comment: string;
}

/** The changes of a running server. Every method rejects with a DomainError that says what to do. */
export class RemoteChanges {
  private readonly history: RemoteHistory;

  constructor(private readonly calls: ServerCalls) {
    this.history = new RemoteHistory(calls);
  }

  /** Base URL, for messages. */
  get address(): string {
    return this.calls.address;
  }

  /** The revision that a new change is based on; undefined while there is no such namespace. */
  async base(namespaceKey: string): Promise<string | undefined> {
    try {
      return await this.history.latest(namespaceKey);
    } catch (error) {
      if (error instanceof NotFoundError) return undefined;
      throw error;
    }
  }

  /** Makes a change: applied at once, scheduled, or proposed. */
  async create(namespaceKey: string, wanted: WantedChange): Promise<ChangeOutcome> {
    const path = namespacePath(namespaceKey, '/changes');
    return this.withConflicts((more) =>
      this.post(path, bodyOf(CreateChangeRequestSchema, { ...wanted, ...more })),
    );
  }

  /** Undoes the changes of a revision. */
  async revert({ namespaceKey, revision }: RemoteRevision, options: RevertOptions): Promise<ChangeOutcome> {
    const path = namespacePath(namespaceKey, `/revisions/${revision}/revert`);
    return this.withConflicts((more) =>
      this.post(path, bodyOf(RevertRevisionRequestSchema, { ...options, ...more })),
    );
  }

  /** Changes, the latest first. @param state Those in that state; all when unspecified. @param limit Most of them. */
  list(
    namespaceKey: string,
    state: pennonChanges.Change_State,
    limit: number,
  ): AsyncIterable<pennonChanges.Change> {
    const query = {
      limit: `${Math.min(limit, PAGE_SIZE)}`,
      state: state === ChangeState.STATE_UNSPECIFIED ? '' : ChangeState[state],
    };
    const all = this.calls.items(async (page) => {
      const request = listRequest(namespacePath(namespaceKey, '/changes'), page, query);
      const list = await this.calls.ask(ChangeListSchema, request);
      return { items: list.changes, next: list.nextPageToken };
    });
    return firstOf(all, limit);
  }

  /** A change, with what it would do now if it still waits. @throws NotFoundError if there is none. */
  async get(namespaceKey: string, id: string): Promise<ChangeOutcome> {
    return this.calls.ask(ChangeOutcomeSchema, { verb: 'GET', path: changePath(namespaceKey, id) });
  }

  /** Applies a waiting change now. @throws NotFoundError if there is none. */
  async apply(namespaceKey: string, id: string): Promise<ChangeOutcome> {
    const body = bodyOf(ApplyChangeRequestSchema, newKey());
    return this.post(changePath(namespaceKey, id, '/apply'), body);
  }

  /** Cancels a waiting change. @param reason `''` for none. @throws NotFoundError if there is none. */
  async cancel(namespaceKey: string, id: string, reason: string): Promise<pennonChanges.Change> {
    const body = bodyOf(CancelChangeRequestSchema, { reason, ...newKey() });
    return this.calls.ask(ChangeSchema, {
      verb: 'POST',
      path: changePath(namespaceKey, id, '/cancel'),
      body,
    });
  }

  /** Approves, rejects or blocks a waiting change, or comments on any. @throws NotFoundError if there is none. */
  async review(namespaceKey: string, id: string, review: WantedReview): Promise<ChangeOutcome> {
    const body = bodyOf(ReviewChangeRequestSchema, { ...review, ...newKey() });
    return this.post(changePath(namespaceKey, id, '/reviews'), body);
  }

  /** What the change came to; of one that is in conflict, with what: the refusal itself only says so in a sentence. */
  private async withConflicts(
    ask: (more: RequestKey | { readonly validateOnly: true }) => Promise<ChangeOutcome>,
  ): Promise<ChangeOutcome> {
    try {
      return await ask(newKey());
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error;
      const looked = await ask({ validateOnly: true });
      if (looked.conflicts.length === 0) throw error;
      return looked;
    }
  }

  /** A change may be one of a whole namespace, and takes as long as an import does. */
  private async post(path: string, body: string): Promise<ChangeOutcome> {
    const request = { verb: 'POST', path, body, timeoutMs: this.calls.transferTimeoutMs } as const;
    return this.calls.ask(ChangeOutcomeSchema, request);
  }
}

/** By which the server recognises a request that is sent twice on the way, as proxies do. */
export interface RequestKey {
  readonly requestKey: string;
}

/** For each thing that is asked for, another one. */
export function newKey(): RequestKey {
  return { requestKey: randomUUID() };
}

function changePath(namespaceKey: string, id: string, below = ''): string {
  return namespacePath(namespaceKey, `/changes/${encodeURIComponent(id)}${below}`);
}
