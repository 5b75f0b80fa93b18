import { type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { NotFoundError } from '@pennon/domain';
import { type HttpDoor } from './http-door';
import { replyEmpty } from './reply';

/** Probes ask an instance itself, and not the proxy that has given it a path. */
const HEALTH = /^\/health(?=[/?]|$)/;

/**
 * Puts all routes below a path, for a proxy that does not strip it: takes it off every request, once, before anybody
 * looks at the route. Health is answered without it as well; whatever else is not below it is not found.
 */
export class BasePath {
  /** @param path Such as `/flags`. */
  constructor(
    private readonly path: string,
    private readonly door: Pick<HttpDoor, 'refuse'>,
  ) {}

  /** What passes requests on to where nobody knows of the path. */
  before(next: RequestListener): RequestListener {
    return (request, response) => {
      const url = originForm(request);
      const rest = url.startsWith(this.path) ? url.slice(this.path.length) : undefined;
      if (rest?.startsWith('/') === true) this.pass(request, response, rest, next);
      else if (rest === '' || rest?.startsWith('?') === true) this.addSlash(request, response, rest);
      else if (HEALTH.test(url)) this.pass(request, response, url, next);
      else this.refuse(request, response);
    };
  }

  private pass(request: IncomingMessage, response: ServerResponse, url: string, next: RequestListener): void {
    request.url = url;
    next(request, response);
  }

  /**
   * The page refers to its files from where it lies, which has to end with a slash. The place is relative, because in
   * front of the path there may be another one, which a proxy has stripped.
   */
  private addSlash(request: IncomingMessage, response: ServerResponse, query: string): void {
    const name = this.path.slice(this.path.lastIndexOf('/') + 1);
    response.setHeader('Location', `${name}/${query}`);
    replyEmpty(request, response, 308);
  }

  private refuse(request: IncomingMessage, response: ServerResponse): void {
    const reason = `Not Found: this server answers below ${this.path}/ alone (server.base_path)`;
    this.door.refuse(request, response, new NotFoundError(reason));
  }
}

/** Path and query of a request, also of one that names the whole URL (RFC 9112, 3.2.2). */
function originForm({ url = '/' }: IncomingMessage): string {
  if (url.startsWith('/') || !URL.canParse(url)) return url;
  const { pathname, search } = new URL(url);
  return pathname + search;
}
