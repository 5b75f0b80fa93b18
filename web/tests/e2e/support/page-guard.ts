import { expect, type BrowserContext, type ConsoleMessage, type Request } from '@playwright/test';

declare global {
  /** Tells the test of a violation; only pages under test have it. */
  function pennonTestViolation(text: string): Promise<void>;
}

/** What a browser writes to the console for an answer that is no success; the page decides whether that is wrong. */
const failedAnswer = /^Failed to load resource: the server responded with a status of \d+/;

/** Where such answers may come from: files of the dashboard have to be there. */
const apiPath = /\/(api|audit|auth|evaluate|internal|meta|ofrep|health)\//;

/**
 * Watches pages for what must not happen on any: messages of error, violations of
 * the policy, and requests to another origin.
 */
export class PageGuard {
  private readonly faults: string[] = [];
  private readonly tolerated: RegExp[] = [];
  private own: string;
  private readonly origins = new Set<string>();

  /** @param serverUrl The one origin that pages may ask. */
  constructor(serverUrl: string) {
    this.own = new URL(serverUrl).origin;
    this.origins.add(this.own);
  }

  /** Watches every page of the context, from before it goes anywhere. */
  async watch(context: BrowserContext): Promise<void> {
    await context.exposeFunction('pennonTestViolation', (text: string) => {
      this.add(`policy: ${text}`);
    });
    await context.addInitScript(() => {
      addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
        void globalThis.pennonTestViolation(`${violatedDirective} ${blockedURI} in ${sourceFile}`);
      });
    });
    context.on('console', (message) => {
      this.hear(message);
    });
    context.on('weberror', (error) => {
      this.add(`error: ${error.error().message}`);
    });
    context.on('request', (request) => {
      this.see(request);
    });
  }

  /** Lets pass what matches: for tests that provoke it. */
  tolerate(pattern: RegExp): void {
    this.tolerated.push(pattern);
  }

  /** The page is at that place from now on, such as a proxy before the server, and may ask there and nowhere else. */
  moveTo(url: string): void {
    this.origins.clear();
    this.own = new URL(url).origin;
    this.origins.add(this.own);
  }

  /** Lets the page go there as well, such as to an identity provider. */
  allowOrigin(url: string): void {
    this.origins.add(new URL(url).origin);
  }

  /** Fails if anything of the kind has happened. */
  check(): void {
    expect(this.faults, 'what must not happen on any page').toEqual([]);
  }

  private add(fault: string): void {
    if (!this.tolerated.some((pattern) => pattern.test(fault))) this.faults.push(fault);
  }

  private hear(message: ConsoleMessage): void {
    const { url } = message.location();
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    if (this.isForeign(message.page()?.url() ?? '')) return;
    if (failedAnswer.test(message.text()) && apiPath.test(url)) return;
    this.add(`console ${message.type()}: ${message.text()} (${url})`);
  }

  private see(request: Request): void {
    const url = request.url();
    if (this.origins.has(new URL(url).origin) || !/^https?:/.test(url)) return;
    const isOfForeignPage = !request.isNavigationRequest() && this.isForeign(request.frame().url());
    if (!isOfForeignPage) this.add(`request to another origin: ${url}`);
  }

  /** Pages of others, such as those of an identity provider, are not ours to judge. */
  private isForeign(pageUrl: string): boolean {
    return pageUrl.startsWith('http') && new URL(pageUrl).origin !== this.own;
  }
}
