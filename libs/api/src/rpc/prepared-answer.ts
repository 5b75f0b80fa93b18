import { type DescMessage, type MessageShape } from '@bufbuild/protobuf';
import { EncodedJson } from '../json/encoded-json';
import { once } from './once';

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
