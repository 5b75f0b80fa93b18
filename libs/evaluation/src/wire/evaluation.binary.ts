import type { BinaryShortcut } from '@pennon/api';
import type { fliptEvaluation } from '@pennon/proto';
import { BinaryReader } from './binary-reader';
import { BinaryWriter } from './binary-writer';

/** Tags of fields with a length, by their numbers. */
const TAG_1 = 0x0a;
const TAG_2 = 0x12;
const TAG_3 = 0x1a;
const TAG_4 = 0x22;
const TAG_5 = 0x2a;
const TAG_6 = 0x32;

/** Protobuf of the boolean RPC. */
export const booleanBinary: BinaryShortcut<
  typeof fliptEvaluation.EvaluationRequestSchema,
  typeof fliptEvaluation.BooleanEvaluationResponseSchema
> = {
  decode: decodeRequest,
  encode: (answer) => written(writeBoolean, answer),
};

/** Protobuf of the variant RPC. */
export const variantBinary: BinaryShortcut<
  typeof fliptEvaluation.EvaluationRequestSchema,
  typeof fliptEvaluation.VariantEvaluationResponseSchema
> = {
  decode: decodeRequest,
  encode: (answer) => written(writeVariant, answer),
};

/** Protobuf of the batch RPC. */
export const batchBinary: BinaryShortcut<
  typeof fliptEvaluation.BatchEvaluationRequestSchema,
  typeof fliptEvaluation.BatchEvaluationResponseSchema
> = {
  decode: decodeBatch,
  encode: (answer) => written(writeBatch, answer),
};

function decodeRequest(bytes: Uint8Array): fliptEvaluation.EvaluationRequest | undefined {
  return readRequest(new BinaryReader(asBuffer(bytes)), bytes.length);
}

function decodeBatch(bytes: Uint8Array): fliptEvaluation.BatchEvaluationRequest | undefined {
  const reader = new BinaryReader(asBuffer(bytes));
  const batch: fliptEvaluation.BatchEvaluationRequest = {
    $typeName: 'flipt.evaluation.BatchEvaluationRequest',
    requestId: '',
    requests: [],
    reference: '',
  };
  while (reader.position < bytes.length) {
    switch (reader.tag()) {
      case TAG_1:
        batch.requestId = reader.text();
        break;
      case TAG_3: {
        const length = reader.length();
        const request = readRequest(reader, reader.position + length);
        if (request === undefined) return undefined;
        batch.requests.push(request);
        break;
      }
      case TAG_4:
        batch.reference = reader.text();
        break;
      default:
        return undefined;
    }
  }
  return batch;
}

/** The request that ends there, if it has no fields but those of the proto. */
function readRequest(reader: BinaryReader, end: number): fliptEvaluation.EvaluationRequest | undefined {
  const request: fliptEvaluation.EvaluationRequest = {
    $typeName: 'flipt.evaluation.EvaluationRequest',
    requestId: '',
    namespaceKey: '',
    flagKey: '',
    entityId: '',
    context: {},
    reference: '',
  };
  while (reader.position < end) {
    switch (reader.tag()) {
      case TAG_1:
        request.requestId = reader.text();
        break;
      case TAG_2:
        request.namespaceKey = reader.text();
        break;
      case TAG_3:
        request.flagKey = reader.text();
        break;
      case TAG_4:
        request.entityId = reader.text();
        break;
      case TAG_5:
        if (!readProperty(reader, request.context)) return undefined;
        break;
      case TAG_6:
        request.reference = reader.text();
        break;
      default:
        return undefined;
    }
  }
  return reader.position === end ? request : undefined;
}

/** Reads one entry of the map; false if it is anything but a name and a value, in this order. */
function readProperty(reader: BinaryReader, context: Record<string, string>): boolean {
  const end = reader.length() + reader.position;
  if (reader.tag() !== TAG_1) return false;
  const name = reader.text();
  // Assigned to, this one would be the prototype.
  if (name === '__proto__' || reader.tag() !== TAG_2) return false;
  context[name] = reader.text();
  return reader.position === end;
}

/** What grpc-js hands on is one already. */
function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function written<T>(write: (writer: BinaryWriter, message: T) => void, message: T): Buffer {
  const writer = new BinaryWriter();
  write(writer, message);
  return writer.finish();
}

// Fields in the order of their numbers, as the general way writes them.

function writeBoolean(writer: BinaryWriter, answer: fliptEvaluation.BooleanEvaluationResponse): void {
  writer.boolean(1, answer.enabled);
  writer.integer(2, answer.reason);
  writer.text(3, answer.requestId);
  writer.double(4, answer.requestDurationMillis);
  writer.moment(5, answer.timestamp);
  writer.text(6, answer.flagKey);
  writer.texts(7, answer.segmentKeys);
}

function writeVariant(writer: BinaryWriter, answer: fliptEvaluation.VariantEvaluationResponse): void {
  writer.boolean(1, answer.match);
  writer.texts(2, answer.segmentKeys);
  writer.integer(3, answer.reason);
  writer.text(4, answer.variantKey);
  writer.text(5, answer.variantAttachment);
  writer.text(6, answer.requestId);
  writer.double(7, answer.requestDurationMillis);
  writer.moment(8, answer.timestamp);
  writer.text(9, answer.flagKey);
}

function writeError(writer: BinaryWriter, answer: fliptEvaluation.ErrorEvaluationResponse): void {
  writer.text(1, answer.flagKey);
  writer.text(2, answer.namespaceKey);
  writer.integer(3, answer.reason);
}

function writeBatch(writer: BinaryWriter, answer: fliptEvaluation.BatchEvaluationResponse): void {
  writer.text(1, answer.requestId);
  for (const entry of answer.responses) writer.message(2, writeEntry, entry);
  writer.double(3, answer.requestDurationMillis);
}

function writeEntry(writer: BinaryWriter, { type, response }: fliptEvaluation.EvaluationResponse): void {
  writer.integer(1, type);
  switch (response.case) {
    case 'booleanResponse':
      writer.message(2, writeBoolean, response.value);
      break;
    case 'variantResponse':
      writer.message(3, writeVariant, response.value);
      break;
    case 'errorResponse':
      writer.message(4, writeError, response.value);
      break;
    case undefined:
      break;
  }
}
