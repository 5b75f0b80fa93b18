import { readFile } from 'node:fs/promises';
import { exchangeJson } from '../keys/exchange-json';
import { UpstreamError } from '../keys/upstream-error';

/** How the cluster is reached. */
export interface ClusterAccess {
  /** Where its API server is; the only place that gets to see our token. */
  readonly discoveryUrl: URL;
  /** Certificates that it is trusted by, in PEM; no others are. */
  readonly ca: Buffer;
  /** File of our own service account's token. */
  readonly tokenPath: string;
}

/**
 * Asks the cluster, by HTTPS alone. Our own token is read anew for every request, since clusters replace it, and goes
 * to the API server and nowhere else.
 */
export class ClusterClient {
  constructor(private readonly access: ClusterAccess) {}

  /** @throws UpstreamError if there is no answer in JSON. */
  async get(url: URL): Promise<unknown> {
    return this.exchange(url);
  }

  /** @throws UpstreamError if there is no answer in JSON. */
  async post(url: URL, body: unknown): Promise<unknown> {
    return this.exchange(url, body);
  }

  private async exchange(url: URL, body?: unknown): Promise<unknown> {
    if (url.protocol !== 'https:') throw new UpstreamError(`${url.origin} must be asked by https`);
    const { ca, discoveryUrl } = this.access;
    const headers = url.origin === discoveryUrl.origin ? await this.credential() : {};
    return exchangeJson({ url, body, ca, headers });
  }

  private async credential(): Promise<Readonly<Record<string, string>>> {
    const { tokenPath } = this.access;
    try {
      const token = await readFile(tokenPath, 'utf8');
      return { Authorization: `Bearer ${token.trim()}` };
    } catch (error) {
      throw new UpstreamError(`the service account token ${tokenPath} cannot be read`, { cause: error });
    }
  }
}
