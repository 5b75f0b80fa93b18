import { type DescMessage, type MessageShape } from '@bufbuild/protobuf';
import { messageToBinary } from '../grpc/message-binary';
import { EncodedJson } from '../json/encoded-json';
import { messageToJson } from '../json/message-json';

/** An answer that many callers get: each of its forms is made when it is first wanted, and once. */
export class PreparedAnswer<O extends DescMessage> {
  private wholeJson: EncodedJson | undefined;
  private wholeBinary: Buffer | undefined;

  /** @param make Makes the message. It is not kept: its encoded forms are smaller. */
  constructor(
    private readonly type: O,
    private readonly make: () => MessageShape<O>,
  ) {}

  /** As JSON. */
  get json(): EncodedJson {
    this.wholeJson ??= new EncodedJson(messageToJson(this.type, this.make(), false));
    return this.wholeJson;
  }

  /** As protobuf. */
  get binary(): Buffer {
    this.wholeBinary ??= messageToBinary(this.type, this.make());
    return this.wholeBinary;
  }

  /** The message itself, made anew. */
  get message(): MessageShape<O> {
    return this.make();
  }
}
