import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { once } from '../rpc/once';

/** How a body is sent; the names are those of the `Content-Encoding` header. */
export type ContentEncoding = 'br' | 'gzip' | 'identity';

/** Beyond this, Brotli takes many times as long to save little more. 0–11. */
const BROTLI_QUALITY = 5;

const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) };

/** A JSON text and its compressed forms, each of which is made when it is first wanted, and off the main thread. */
export class EncodedJson {
  private readonly forms: Readonly<Record<ContentEncoding, () => Promise<Buffer>>>;

  constructor(text: Buffer) {
    const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;
    const params = { [BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [BROTLI_PARAM_SIZE_HINT]: text.length };
    this.forms = {
      br: once(async () => compress.br(text, { params })),
      gzip: once(async () => compress.gzip(text)),
      identity: async () => Promise.resolve(text),
    };
  }

  /** The body in that encoding. */
  async as(encoding: ContentEncoding): Promise<Buffer> {
    return this.forms[encoding]();
  }
}
