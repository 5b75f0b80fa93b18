import { commonCopy } from '@/copy/common';
import { sleep } from '@/lib/sleep';
import { ApiError, type CallNames, isUnreachable, NO_ANSWER } from './api-error';
import { listOf, objectOf } from './wire';

/** What may be said about one call. */
export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** A 401 is an answer like others: nobody is asked to sign in. */
  readonly refusable?: boolean;
  /** The path begins at the origin and not at the place of this page: the server put the prefix in front. */
  readonly fromOrigin?: boolean;
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** How a call ended, told to observers. */
export interface CallReport extends CallNames {
  /** Undefined for calls that the server answered as they hoped. */
  readonly error: ApiError | undefined;
  /** How many of its tries did not reach the server; a read may have come to its answer after them. */
  readonly missed: number;
}

/** Longest wait for an answer, in milliseconds. */
const PATIENCE = 15_000;

/** Pauses before a read is tried again, in milliseconds. */
const PAUSES: readonly number[] = [300, 1_000];

/** Answers of whatever stands in front of a server that does not answer itself. */
const worthAnotherTry: readonly number[] = [502, 503, 504];

const CSRF_HEADER = 'X-CSRF-Token';

/** The only caller of `fetch`. It holds the token of a token login, which is therefore gone with the page. */
function createClient() {
  let token: string | undefined;
  let csrfToken: string | undefined;
  let askToSignIn: (() => Promise<boolean>) | undefined;
  const observers = new Set<(report: CallReport) => void>();

  /** One try; throws an error of status {@link NO_ANSWER} where there is no answer. */
  async function reach(method: Method, path: string, body: unknown, options: CallOptions): Promise<Response> {
    const headers = new Headers({ Accept: 'application/json', ...options.headers });
    if (token !== undefined) headers.set('Authorization', `Bearer ${token}`);
    if (body !== undefined) headers.set('Content-Type', 'application/json');
    if (method !== 'GET' && csrfToken !== undefined) headers.set(CSRF_HEADER, csrfToken);
    const limit = AbortSignal.timeout(PATIENCE);
    const signal = options.signal === undefined ? limit : AbortSignal.any([options.signal, limit]);
    try {
      const answer = await fetch(addressOf(path, options), {
        method,
        headers,
        signal,
        credentials: 'same-origin',
        cache: 'no-store',
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      csrfToken = answer.headers.get(CSRF_HEADER) ?? csrfToken;
      return answer;
    } catch {
      options.signal?.throwIfAborted();
      // What browsers say of it is for programmers.
      const message = limit.aborted ? commonCopy.late : commonCopy.unreachable;
      throw new ApiError({ method, path }, NO_ANSWER, 14, message);
    }
  }

  /** A read, tried again where the server was not reached: `onMissed` is told of each such try but the last. */
  async function read(path: string, options: CallOptions, onMissed: () => void): Promise<Response> {
    for (const pause of PAUSES) {
      try {
        const answer = await reach('GET', path, undefined, options);
        if (!worthAnotherTry.includes(answer.status)) return answer;
      } catch (error) {
        if (!isUnreachable(error)) throw error;
      }
      onMissed();
      await sleep(pause, options.signal);
    }
    return reach('GET', path, undefined, options);
  }

  /** The answer, after a sign-in where that was needed; refusals are thrown. */
  async function call(method: Method, path: string, body: unknown, options: CallOptions): Promise<Response> {
    let missed = 0;
    const onMissed = (): void => {
      missed += 1;
    };
    const attempt = (): Promise<Response> =>
      method === 'GET' ? read(path, options, onMissed) : reach(method, path, body, options);
    const names = { method, path };
    try {
      let answer = await attempt();
      let isKnown = false;
      if (answer.status === 401 && options.refusable !== true && askToSignIn !== undefined) {
        isKnown = !(await askToSignIn());
        if (!isKnown) answer = await attempt();
      }
      if (!answer.ok && answer.status !== 304) throw await refusal(names, answer, isKnown);
      report({ ...names, error: undefined, missed });
      return answer;
    } catch (error) {
      if (error instanceof ApiError) {
        if (isUnreachable(error)) onMissed();
        report({ ...names, error, missed });
      }
      throw error;
    }
  }

  function report(ended: CallReport): void {
    for (const observer of observers) observer(ended);
  }

  return {
    api: {
      /** Reads. `T` is a promise of the caller, who normalises what it gets. */
      get: async <T>(path: string, options: CallOptions = {}): Promise<T> =>
        json<T>(await call('GET', path, undefined, options)),
      /** Writes, once: what got no answer may still have happened. */
      send: async <T>(
        method: 'POST' | 'PUT' | 'DELETE',
        path: string,
        body?: unknown,
        options: CallOptions = {},
      ): Promise<T> => json<T>(await call(method, path, body, options)),
      /** Reads; gives the raw answer, for ETags. */
      ask: (path: string, options: CallOptions = {}): Promise<Response> =>
        call('GET', path, undefined, options),
    },
    /** From now on this token speaks for the person. It is kept in this closure only. */
    setToken: (next: string): void => {
      token = next;
    },
    /** Forgets the token here; it stays valid for its other users. */
    forgetToken: (): void => {
      token = undefined;
    },
    /** Sets who asks people to sign in after a 401; true lets the call be made once more. */
    onUnauthenticated: (ask: () => Promise<boolean>): (() => void) => {
      askToSignIn = ask;
      return () => {
        askToSignIn = undefined;
      };
    },
    /** Tells how each call ended, until the returned function is called. */
    observeCalls: (observer: (report: CallReport) => void): (() => void) => {
      observers.add(observer);
      return () => {
        observers.delete(observer);
      };
    },
  };
}

export const { api, setToken, forgetToken, onUnauthenticated, observeCalls } = createClient();

function addressOf(path: string, { query = {}, fromOrigin }: CallOptions): URL {
  const relative = fromOrigin === true ? path : path.replace(/^\/+/, '');
  const address = new URL(relative, document.baseURI);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) address.searchParams.set(name, value);
  }
  return address;
}

/** The JSON of an answer; what it holds is found out by the caller. */
async function json<T>(answer: Response): Promise<T> {
  const text = await answer.text();
  return (text === '' ? {} : JSON.parse(text)) as T;
}

/** The error that an answer means; a body that is not of the server itself still leaves the status. */
async function refusal(names: CallNames, answer: Response, isKnown: boolean): Promise<ApiError> {
  const body = parsed(await answer.text().catch(() => ''));
  const object = objectOf(body);
  const { code, message } = object;
  return new ApiError(
    names,
    answer.status,
    typeof code === 'number' ? code : 14,
    typeof message === 'string' && message !== ''
      ? message
      : `HTTP ${answer.status} ${answer.statusText}`.trim(),
    isKnown,
    listOf(object, 'details', objectOf),
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
