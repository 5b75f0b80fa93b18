import { askProvider } from './provider-client';

/** What the OAuth client of passport's strategies tells of an answer: an error, or the text. */
type Callback = (error: unknown, body?: string) => void;

/** The one method of that client by which all its requests go. */
interface OAuthClient {
  _request(
    verb: string,
    url: string,
    headers: Record<string, string> | null,
    body: string,
    accessToken: string | null,
    done: Callback,
  ): void;
}

/** How a code is exchanged for tokens. */
export interface CodeExchange {
  readonly headers: Readonly<Record<string, string>>;

  /** Changes the form that the client would send. */
  readonly amend: (form: URLSearchParams) => void;

  /** Looks at an answer before the strategy does; what it throws is the end of the exchange. */
  readonly inspect: (body: string) => void | Promise<void>;
}

/**
 * Has the OAuth client of a strategy exchange codes by {@link askProvider}: its own way has no timeout and no bound
 * (docs/adr/0008).
 *
 * @param client What the strategy keeps in `_oauth2`, its door to subclasses.
 */
export function exchangeByUs(client: object, { headers, amend, inspect }: CodeExchange): void {
  const request = async (url: string, body: string, done: Callback): Promise<void> => {
    const form = new URLSearchParams(body);
    amend(form);
    const answer = await askProvider({ url: new URL(url), headers, form });
    if (answer.status < 200 || answer.status >= 300) {
      done({ statusCode: answer.status, data: answer.body });
      return;
    }
    await inspect(answer.body);
    done(null, answer.body);
  };
  const _request: OAuthClient['_request'] = (_verb, url, _headers, body, _accessToken, done) => {
    // What is thrown further on, in the strategy, is an error of the strategy too.
    request(url, body, done).catch(done);
  };
  Object.assign(client, { _request });
}
