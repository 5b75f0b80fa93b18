import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** How a body is sent; the names are those of the `Content-Encoding` header. */
export type ContentEncoding = 'br' | 'gzip' | 'identity';

/** Beyond this, Brotli takes many times as long to save little more. 0–11. */
const BROTLI_QUALITY = 5;

const compress = {
  br: promisify(brotliCompress),
  gzip: promisify(gzip),
};

/** A JSON text and its compressed forms, each of which is made when it is first wanted, off the main thread. */
export class EncodedJson {
  private readonly text: Buffer;
  private readonly forms = new Map<ContentEncoding, Promise<Buffer>>();

  constructor(text: string) {
    this.text = Buffer.from(text);
    this.forms.set('identity', Promise.resolve(this.text));
  }

  /** The body in that encoding. */
  async as(encoding: ContentEncoding): Promise<Buffer> {
    let form = this.forms.get(encoding);
    if (form === undefined) {
      form = this.compressed(encoding);
      this.forms.set(encoding, form);
    }
    return form;
  }

  private async compressed(encoding: ContentEncoding): Promise<Buffer> {
    if (encoding === 'gzip') return compress.gzip(this.text);
    const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;
    const params = { [BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [BROTLI_PARAM_SIZE_HINT]: this.text.length };
    return compress.br(this.text, { params });
  }
}
