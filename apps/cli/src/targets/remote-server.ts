import {
  create,
  type DescMessage,
  fromJson,
  type JsonValue,
  type MessageInitShape,
  type MessageShape,
  toJsonString,
} from '@bufbuild/protobuf';
import { flipt, fliptAuth, fliptEvaluation, pennonTransfer } from '@pennon/proto';
import {
  type ImportMode,
  type NamespaceDocument,
  type PlanLine,
  type PlanSummary,
  readDocuments,
  writeDocuments,
} from '@pennon/document';
import { assertNotEmpty, NotFoundError, quotePath, UnavailableError } from '@pennon/domain';
import { RemoteCalls, type RemoteRequest } from '@pennon/platform';

/** A namespace of a running server at one revision. */
interface RemoteExport {
  readonly revision: number;
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
interface RemoteImportOutcome {
  readonly summary: PlanSummary;
  /** The first lines of the plan; long ones are cut off. */
  readonly lines: readonly PlanLine[];
  /** How many lines of the plan are not told. */
  readonly linesLeftOut: number;
  /** Revision of the namespace after it or, of a dry run, now; undefined while there is no such namespace. */
  readonly revision: number | undefined;
  /** What the server finds odd about the document; lines for people. */
  readonly warnings: readonly string[];
}

/** Most records of a list in one answer. */
const PAGE_SIZE = 100;

/** Longest time until an answer is here, in milliseconds. */
const TIMEOUT_MS = 30_000;

/** How much longer whole namespaces may take. */
const TRANSFER_TIMES = 10;

/** How a server is called. */
export interface RemoteServerOptions {
  /** Ends calls under way. */
  readonly signal?: AbortSignal | undefined;
  /** Longest time until an answer is here, in milliseconds; ten times as long for whole namespaces. */
  readonly timeoutMs?: number | undefined;
}

/** What is to be evaluated. */
export interface RemoteQuestion {
  readonly namespaceKey: string;
  readonly flagKey: string;
  readonly entityId: string;
  readonly context: Readonly<Record<string, string>>;
}

/** A running server, over HTTP. Every method rejects with a DomainError that says what a person can do. */
export class RemoteServer {
  /** Base URL, for messages. */
  readonly address: string;
  private readonly calls: RemoteCalls;
  private readonly transferTimeoutMs: number;

  /**
   * @param address `http:` or `https:`, with the base path if there is one; no user, query or fragment.
   * @param token Client token, or undefined for a server that wants none.
   * @throws InvalidArgumentError if the address or the token cannot be used.
   */
  constructor(
    address: string,
    token: string | undefined,
    { signal, timeoutMs = TIMEOUT_MS }: RemoteServerOptions = {},
  ) {
    this.calls = new RemoteCalls(address, token, { signal, timeoutMs });
    this.address = this.calls.address;
    this.transferTimeoutMs = timeoutMs * TRANSFER_TIMES;
  }

  /** Keys of all namespaces that the token may see, in creation order. */
  async listNamespaces(): Promise<readonly string[]> {
    const namespaces = await this.everyPage(async (page) => {
      const list = await this.ask(flipt.NamespaceListSchema, listRequest('/api/v1/namespaces', page));
      return { items: list.namespaces, next: list.nextPageToken };
    });
    return namespaces.map(({ key }) => key);
  }

  /** One namespace in one consistent state; undefined when there is no such namespace. */
  async exportNamespace(namespaceKey: string): Promise<RemoteExport | undefined> {
    const request = {
      verb: 'GET',
      path: documentPath(namespaceKey),
      timeoutMs: this.transferTimeoutMs,
    } as const;
    try {
      const answer = await this.ask(pennonTransfer.ExportNamespaceResponseSchema, request);
      const { revision, omissions } = answer;
      return { revision: Number(revision), document: this.documentIn(answer), omissions };
    } catch (error) {
      if (error instanceof NotFoundError) return undefined;
      throw error;
    }
  }

  /** Makes the document's namespace what the document says, in one transaction. */
  async importNamespace(
    document: NamespaceDocument,
    { existing, prune }: ImportMode,
    { dryRun = false, maxDeletions }: RemoteImportOptions = {},
  ): Promise<RemoteImportOutcome> {
    const { ExistingMode, ImportNamespaceRequestSchema } = pennonTransfer;
    const body = bodyOf(ImportNamespaceRequestSchema, {
      document: [...writeDocuments([document], { format: 'json' })].join(''),
      existing: existing === 'skip' ? ExistingMode.SKIP_EXISTING : ExistingMode.UPDATE_EXISTING,
      prune,
      dryRun,
      ...(maxDeletions !== undefined && { maxDeletions }),
    });
    const path = documentPath(document.namespace.key);
    const request = { verb: 'POST', path, body, timeoutMs: this.transferTimeoutMs } as const;
    const answer = await this.ask(pennonTransfer.ImportNamespaceResponseSchema, request);
    return {
      summary: {
        create: answer.summary?.create ?? 0,
        update: answer.summary?.update ?? 0,
        delete: answer.summary?.delete ?? 0,
      },
      lines: answer.lines.map(planLineOf),
      linesLeftOut: answer.linesLeftOut,
      revision: answer.revision === undefined ? undefined : Number(answer.revision),
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
    const [answer] = (await this.ask(BatchEvaluationResponseSchema, batch)).responses;
    if (answer === undefined) throw this.oddAnswer();
    if (answer.response.case !== 'errorResponse') return answer;
    throw new NotFoundError(`flag ${quotePath(question.namespaceKey, question.flagKey)} not found`);
  }

  /** Makes a client token, which is told now and never again. */
  async createToken(
    token: MessageInitShape<typeof fliptAuth.CreateTokenRequestSchema>,
  ): Promise<fliptAuth.CreateTokenResponse> {
    const body = bodyOf(fliptAuth.CreateTokenRequestSchema, token);
    return this.ask(fliptAuth.CreateTokenResponseSchema, {
      verb: 'POST',
      path: '/auth/v1/method/token',
      body,
    });
  }

  /** The records of all static tokens, in creation order. */
  async listTokens(): Promise<readonly fliptAuth.Authentication[]> {
    return this.everyPage(async (page) => {
      const request = listRequest('/auth/v1/tokens', page, { method: 'METHOD_TOKEN' });
      const list = await this.ask(fliptAuth.ListAuthenticationsResponseSchema, request);
      return { items: list.authentications, next: list.nextPageToken };
    });
  }

  /** Revokes a token; succeeds when there is none. */
  async deleteToken(id: string): Promise<void> {
    assertNotEmpty('id', id);
    await this.calls.send({ verb: 'DELETE', path: `/auth/v1/tokens/${encodeURIComponent(id)}` });
  }

  private async ask<T extends DescMessage>(type: T, request: RemoteRequest): Promise<MessageShape<T>> {
    const answer = await this.calls.send(request);
    try {
      return fromJson(type, answer as JsonValue, { ignoreUnknownFields: true });
    } catch (cause) {
      throw this.oddAnswer({ cause });
    }
  }

  /** Asks for page after page, until there is none. */
  private async everyPage<T>(
    ask: (page: string) => Promise<{ readonly items: readonly T[]; readonly next: string }>,
  ): Promise<readonly T[]> {
    const all: T[] = [];
    const asked = new Set<string>();
    for (let page = ''; !asked.has(page);) {
      asked.add(page);
      const { items, next } = await ask(page);
      all.push(...items);
      if (next === '') return all;
      page = next;
    }
    // Some versions of Flipt go round in circles.
    throw this.oddAnswer();
  }

  private documentIn({ document }: pennonTransfer.ExportNamespaceResponse): NamespaceDocument {
    const [read] = readDocuments(document, { format: 'json', mayLackSegments: true });
    if (read === undefined) throw this.oddAnswer();
    return read.document;
  }

  private oddAnswer(options?: ErrorOptions): UnavailableError {
    return new UnavailableError(
      `${this.address} answers what no Pennon server of this version answers`,
      options,
    );
  }
}

function documentPath(namespaceKey: string): string {
  return `/api/v1/namespaces/${encodeURIComponent(namespaceKey)}/document`;
}

function listRequest(
  path: string,
  page: string,
  query: Readonly<Record<string, string>> = {},
): RemoteRequest {
  return {
    verb: 'GET',
    path,
    query: { ...query, limit: `${PAGE_SIZE}`, ...(page !== '' && { pageToken: page }) },
  };
}

function bodyOf<T extends DescMessage>(type: T, message: MessageInitShape<T>): string {
  return toJsonString(type, create(type, message));
}

/** A sign that this version does not know is that of a change. */
function planLineOf({ sign, depth, text }: pennonTransfer.PlanLine): PlanLine {
  return { sign: sign === '+' || sign === '-' ? sign : '~', depth: depth === 0 ? 0 : 1, text };
}
