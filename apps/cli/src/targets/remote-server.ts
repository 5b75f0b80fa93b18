import type { MessageInitShape } from '@bufbuild/protobuf';
import { flipt, fliptAuth, fliptEvaluation, pennonChanges, pennonTransfer } from '@pennon/proto';
import { type ImportMode, type NamespaceDocument, readDocuments, writeDocuments } from '@pennon/document';
import { assertNotEmpty, NotFoundError, quotePath } from '@pennon/domain';
import { bodyOf, listRequest, namespacePath, type ServerCalls } from './server-calls';
import { planOf, type RemotePlan } from './wire-plan';

/** A namespace of a running server at one revision. */
interface RemoteExport {
  readonly revision: string;
  readonly document: NamespaceDocument;
  /** What of the rows the document cannot say; sentences for people. */
  readonly omissions: readonly string[];
}

/** How an import is run. */
interface RemoteImportOptions {
  /** True to learn what it would change, and change nothing. */
  readonly dryRun?: boolean;
  /** Most things that it may delete (`PlanSummary.delete`); as many as there are, when undefined. */
  readonly maxDeletions?: number | undefined;
}

/** What an import did or, of a dry run, would do. */
interface RemoteImportOutcome extends RemotePlan {
  /** Revision of the namespace after it or, of a dry run, now; undefined while there is no such namespace. */
  readonly revision: string | undefined;
  /** What the server finds odd about the document; lines for people. */
  readonly warnings: readonly string[];
}

/** What is to be evaluated. */
export interface RemoteQuestion {
  readonly namespaceKey: string;
  readonly flagKey: string;
  readonly entityId: string;
  readonly context: Readonly<Record<string, string>>;
}

/** A running server. Every method rejects with a DomainError that says what a person can do. */
export class RemoteServer {
  constructor(private readonly calls: ServerCalls) {}

  /** Base URL, for messages. */
  get address(): string {
    return this.calls.address;
  }

  /** Keys of all namespaces that the token may see, in creation order. */
  async listNamespaces(): Promise<readonly string[]> {
    const namespaces = await this.calls.everyItem(async (page) => {
      const list = await this.calls.ask(flipt.NamespaceListSchema, listRequest('/api/v1/namespaces', page));
      return { items: list.namespaces, next: list.nextPageToken };
    });
    return namespaces.map(({ key }) => key);
  }

  /**
   * One namespace in one consistent state; undefined when there is no such namespace.
   *
   * @param revision The state of that revision, and not the latest one.
   * @throws NotFoundError if the namespace has no such revision.
   */
  async exportNamespace(namespaceKey: string, revision?: string): Promise<RemoteExport | undefined> {
    const request = {
      verb: 'GET',
      path: documentPath(namespaceKey),
      timeoutMs: this.calls.transferTimeoutMs,
      ...(revision !== undefined && { query: { revision } }),
    } as const;
    try {
      const answer = await this.calls.ask(pennonTransfer.ExportNamespaceResponseSchema, request);
      const { revision: exported, omissions } = answer;
      return { revision: exported, document: this.documentIn(answer), omissions };
    } catch (error) {
      if (error instanceof NotFoundError && revision === undefined) return undefined;
      throw error;
    }
  }

  /** The first 1000 findings of a namespace. @throws NotFoundError if there is no such namespace. */
  async checkNamespace(namespaceKey: string): Promise<readonly pennonChanges.Finding[]> {
    const path = namespacePath(namespaceKey, '/checks');
    const request = { verb: 'GET', path, timeoutMs: this.calls.transferTimeoutMs } as const;
    return (await this.calls.ask(pennonChanges.CheckListSchema, request)).findings;
  }

  /** Makes the document's namespace what the document says, in one transaction. */
  async importNamespace(
    document: NamespaceDocument,
    { existing, prune }: ImportMode,
    { dryRun = false, maxDeletions }: RemoteImportOptions = {},
  ): Promise<RemoteImportOutcome> {
    const { ExistingMode, ImportNamespaceRequestSchema } = pennonTransfer;
    const body = bodyOf(ImportNamespaceRequestSchema, {
      document: textOf(document),
      existing: existing === 'skip' ? ExistingMode.SKIP_EXISTING : ExistingMode.UPDATE_EXISTING,
      prune,
      dryRun,
      ...(maxDeletions !== undefined && { maxDeletions }),
    });
    const path = documentPath(document.namespace.key);
    const request = { verb: 'POST', path, body, timeoutMs: this.calls.transferTimeoutMs } as const;
    const answer = await this.calls.ask(pennonTransfer.ImportNamespaceResponseSchema, request);
    return {
      ...planOf(answer),
      revision: answer.revision,
      warnings: answer.warnings,
    };
  }

  /**
   * What an entity gets, by the type of the flag. The right to evaluate is enough.
   *
   * @throws NotFoundError if there is no such flag.
   */
  async evaluate(question: RemoteQuestion): Promise<fliptEvaluation.EvaluationResponse> {
    const { BatchEvaluationRequestSchema, BatchEvaluationResponseSchema } = fliptEvaluation;
    // A batch tells the type of a flag with its value.
    const body = bodyOf(BatchEvaluationRequestSchema, {
      requests: [{ ...question, context: { ...question.context } }],
    });
    const batch = { verb: 'POST', path: '/evaluate/v1/batch', body } as const;
    const [answer] = (await this.calls.ask(BatchEvaluationResponseSchema, batch)).responses;
    if (answer === undefined) throw this.calls.oddAnswer();
    if (answer.response.case !== 'errorResponse') return answer;
    throw new NotFoundError(`flag ${quotePath(question.namespaceKey, question.flagKey)} not found`);
  }

  /** Makes a client token, which is told now and never again. */
  async createToken(
    token: MessageInitShape<typeof fliptAuth.CreateTokenRequestSchema>,
  ): Promise<fliptAuth.CreateTokenResponse> {
    const body = bodyOf(fliptAuth.CreateTokenRequestSchema, token);
    return this.calls.ask(fliptAuth.CreateTokenResponseSchema, {
      verb: 'POST',
      path: '/auth/v1/method/token',
      body,
    });
  }

  /** The records of all static tokens, in creation order. */
  async listTokens(): Promise<readonly fliptAuth.Authentication[]> {
    return this.calls.everyItem(async (page) => {
      const request = listRequest('/auth/v1/tokens', page, { method: 'METHOD_TOKEN' });
      const list = await this.calls.ask(fliptAuth.ListAuthenticationsResponseSchema, request);
      return { items: list.authentications, next: list.nextPageToken };
    });
  }

  /** Revokes a token; succeeds when there is none. */
  async deleteToken(id: string): Promise<void> {
    assertNotEmpty('id', id);
    await this.calls.send({ verb: 'DELETE', path: `/auth/v1/tokens/${encodeURIComponent(id)}` });
  }

  private documentIn({ document }: pennonTransfer.ExportNamespaceResponse): NamespaceDocument {
    const [read] = readDocuments(document, { format: 'json', mayLackSegments: true });
    if (read === undefined) throw this.calls.oddAnswer();
    return read.document;
  }
}

/** A document as servers take it: JSON text. */
export function textOf(document: NamespaceDocument): string {
  return [...writeDocuments([document], { format: 'json' })].join('');
}

function documentPath(namespaceKey: string): string {
  return namespacePath(namespaceKey, '/document');
}
