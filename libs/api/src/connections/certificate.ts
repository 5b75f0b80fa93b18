import { messageOf } from '@pennon/domain';
import { readFile } from 'node:fs/promises';
import type { Server } from 'node:tls';
import { Logger } from '@nestjs/common';
import { type CertificatePair, readCertificatePair, type ServerConfig } from '@pennon/config';

/** What the certificate needs of the configuration. */
export type CertificateConfig = Pick<
  ServerConfig,
  'protocol' | 'certFile' | 'certKey' | 'certReloadInterval' | 'readTimeout'
>;

/** Where certificate and key lie. */
interface Files {
  readonly certFile: string;
  readonly certKey: string;
}

/** The certificate of a TLS server, which is replaced while the server runs when its files are. */
export class Certificate {
  private readonly logger = new Logger('tls');

  /** What did not work last, so that it is told once. */
  private failure: string | undefined;

  private constructor(
    private pair: CertificatePair,
    private readonly files: Files,
    private readonly config: Pick<CertificateConfig, 'certReloadInterval' | 'readTimeout'>,
  ) {}

  /**
   * Reads it; undefined where no TLS is served.
   *
   * @throws Error when the files cannot be read, or are not a certificate and its key; it names the settings.
   */
  static of(config: CertificateConfig): Certificate | undefined {
    const { protocol, certFile, certKey } = config;
    if (protocol === 'http' || certFile === undefined || certKey === undefined) return undefined;
    try {
      return new Certificate(readCertificatePair(certFile, certKey), { certFile, certKey }, config);
    } catch (cause) {
      throw new Error('server.cert_file and server.cert_key cannot be used', { cause });
    }
  }

  /** What a server is created with. A client that does not come to the end of its handshake is sent away. */
  get options(): CertificatePair & { readonly handshakeTimeout: number } {
    return { ...this.pair, handshakeTimeout: this.config.readTimeout };
  }

  /**
   * Looks at the files from time to time, and has the server use what they hold for the connections to come. Ends with
   * the server.
   */
  follow(server: Server): void {
    const timer = setInterval(() => void this.reload(server), this.config.certReloadInterval).unref();
    server.once('close', () => {
      clearInterval(timer);
    });
  }

  /**
   * Files that cannot be used, such as a new certificate whose key is yet to come, leave the last good pair in place.
   */
  private async reload(server: Server): Promise<void> {
    try {
      const { certFile, certKey } = this.files;
      const [cert, key] = await Promise.all([readFile(certFile), readFile(certKey)]);
      this.failure = undefined;
      if (cert.equals(this.pair.cert) && key.equals(this.pair.key)) return;
      // Throws before anything is changed when the two do not belong together.
      server.setSecureContext({ cert, key });
      this.pair = { cert, key };
      this.logger.log({ file: certFile }, 'the certificate was replaced');
    } catch (error) {
      const reason = messageOf(error);
      if (reason !== this.failure) this.logger.error({ reason }, 'the new certificate cannot be used');
      this.failure = reason;
    }
  }
}
