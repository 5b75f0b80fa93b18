import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { DescMessage, MessageShape } from '@bufbuild/protobuf';

/** Runs `make` when it is first asked for, and shares what comes of it among all who ask. A failure is not kept. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return async () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}

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

/** Makes the forms of an answer. What takes long is made in slices, with a turn for others in between. */
export interface AnswerForms<O extends DescMessage> {
  /** The message itself. */
  message(): MessageShape<O>;
  /** As compact JSON. */
  json(): Promise<Buffer>;
  /** As protobuf. */
  binary(): Promise<Buffer>;
}

/** An answer that many callers get: each of its encoded forms is made when it is first wanted, and once. */
export class PreparedAnswer<O extends DescMessage> {
  /** As JSON, compressed too. */
  readonly json: () => Promise<EncodedJson>;
  /** As protobuf. */
  readonly binary: () => Promise<Buffer>;

  constructor(private readonly forms: AnswerForms<O>) {
    this.json = once(async () => new EncodedJson(await forms.json()));
    this.binary = once(async () => forms.binary());
  }

  /** The message itself, made anew each time: its encoded forms are smaller, and wanted more often. */
  message(): MessageShape<O> {
    return this.forms.message();
  }
}
