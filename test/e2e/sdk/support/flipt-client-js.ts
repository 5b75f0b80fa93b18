import { SdkProcess } from './sdk-process';

/** The generations of the engine that are out there, by the name each is installed under. */
export const libraries = ['@flipt-io/flipt-client-js', 'flipt-client-js-0.4', 'flipt-client-js-0.5'] as const;

/** The last generation that counts shares as the server does. */
export const lastUnscaledLibrary = libraries[1];

/** The last generation of all. */
export const newestLibrary = libraries[2];

/** A published generation of `@flipt-io/flipt-client-js`: 0.2.0, 0.4.0 or 0.5.1. */
export type Library = (typeof libraries)[number];

/** What applications import: all three run in Node, the latter two with its `fetch`. */
export const entries = ['node', 'browser', 'slim'] as const;

/** One of the things that applications import. */
export type Entry = (typeof entries)[number];

/** Whom to ask, in the SDK's own words. */
export interface ClientSettings {
  readonly url: string;
  readonly namespace?: string;
  /** Whether it tells when it cannot refresh, as here it does unless told otherwise, or goes on with what it has. */
  readonly errorStrategy?: 'fail' | 'fallback';
  /** Seconds between refreshes; the entry for Node refreshes by itself when it is given. */
  readonly updateInterval?: number;
  /** A snapshot to start from when nobody answers; 0.5.1 takes one. */
  readonly snapshot?: unknown;
}

/** A flag to evaluate, as the SDK takes it. */
export interface ClientRequest {
  readonly flagKey: string;
  readonly entityId: string;
  readonly context: Readonly<Record<string, string>>;
}

/** A client of the SDK in the other process, with its methods. */
export interface FliptClientJs {
  evaluateVariant(request: ClientRequest): Promise<unknown>;
  evaluateBoolean(request: ClientRequest): Promise<unknown>;
  evaluateBatch(requests: readonly ClientRequest[]): Promise<unknown>;
  listFlags(): Promise<unknown>;
  refresh(): Promise<unknown>;
  /** The state it has, as text; 0.5.1 gives it. */
  getSnapshot(): Promise<unknown>;
  /** Ends the refreshes of the entry for Node. */
  close(): Promise<unknown>;
}

/** Makes clients of any generation, all in one process. */
export class FliptClientJsProcess {
  private readonly process = new SdkProcess('flipt-client-js');
  private opened = 0;

  /** A client that has fetched its snapshot. */
  async open(library: Library, entry: Entry, settings: ClientSettings): Promise<FliptClientJs> {
    const name = `client-${this.opened++}`;
    const use = async (...call: readonly unknown[]): Promise<unknown> =>
      this.process.call('use', name, ...call);
    await this.process.call('open', name, library, entry, { errorStrategy: 'fail', ...settings });
    return {
      evaluateVariant: async (request) => use('evaluateVariant', request),
      evaluateBoolean: async (request) => use('evaluateBoolean', request),
      evaluateBatch: async (requests) => use('evaluateBatch', requests),
      listFlags: async () => use('listFlags'),
      refresh: async () => use('refresh'),
      getSnapshot: async () => use('getSnapshot'),
      close: async () => use('close'),
    };
  }

  async stop(): Promise<void> {
    await this.process.stop();
  }
}

/** Starts the process before the first test of the surrounding `describe`, and stops it after the last. */
export function useFliptClientJs(): Pick<FliptClientJsProcess, 'open'> {
  let process: FliptClientJsProcess;
  beforeAll(() => {
    process = new FliptClientJsProcess();
  });
  afterAll(async () => {
    await process.stop();
  });
  return { open: async (...args) => process.open(...args) };
}
