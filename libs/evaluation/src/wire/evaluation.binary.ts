import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';
import type { BinaryShortcut } from '@pennon/api';
import type { fliptEvaluation } from '@pennon/proto';
import { BinaryWriter } from './binary-writer';

/** How many bits of a tag say how its field is laid out, and those bits. */
const WIRE_TYPE_BITS = 3;
const WIRE_TYPE = 0b111;
const WITH_LENGTH: number = WireType.LengthDelimited;

/** Text that is not UTF-8 is refused. */
const STRICT = true;

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
  return readRequest(new BinaryReader(bytes), bytes.length);
}

function decodeBatch(bytes: Uint8Array): fliptEvaluation.BatchEvaluationRequest | undefined {
  const reader = new BinaryReader(bytes);
  const batch: fliptEvaluation.BatchEvaluationRequest = {
    $typeName: 'flipt.evaluation.BatchEvaluationRequest',
    requestId: '',
    requests: [],
    reference: '',
  };
  while (reader.pos < bytes.length) {
    switch (fieldOf(reader)) {
      case 1:
        batch.requestId = reader.string(STRICT);
        break;
      case 3: {
        const length = reader.uint32();
        const request = readRequest(reader, reader.pos + length);
        if (request === undefined) return undefined;
        batch.requests.push(request);
        break;
      }
      case 4:
        batch.reference = reader.string(STRICT);
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
  while (reader.pos < end) {
    switch (fieldOf(reader)) {
      case 1:
        request.requestId = reader.string(STRICT);
        break;
      case 2:
        request.namespaceKey = reader.string(STRICT);
        break;
      case 3:
        request.flagKey = reader.string(STRICT);
        break;
      case 4:
        request.entityId = reader.string(STRICT);
        break;
      case 5:
        if (!readProperty(reader, request.context)) return undefined;
        break;
      case 6:
        request.reference = reader.string(STRICT);
        break;
      default:
        return undefined;
    }
  }
  return reader.pos === end ? request : undefined;
}

/** Reads one entry of the map; false if it is anything but a name and a value, in this order. */
function readProperty(reader: BinaryReader, context: Record<string, string>): boolean {
  const end = reader.uint32() + reader.pos;
  if (fieldOf(reader) !== 1) return false;
  const name = reader.string(STRICT);
  // Assigned to, this one would be the prototype.
  if (name === '__proto__' || fieldOf(reader) !== 2) return false;
  context[name] = reader.string(STRICT);
  return reader.pos === end;
}

/**
 * The number of the next field; undefined for one that has no length, or a number above 15, as no field of a request.
 * The library's own reading of a tag makes a list of it, which takes as long as reading the text behind it.
 */
function fieldOf(reader: BinaryReader): number | undefined {
  const start = reader.pos;
  const tag = reader.uint32();
  const isKnown = reader.pos === start + 1 && (tag & WIRE_TYPE) === WITH_LENGTH;
  return isKnown ? tag >>> WIRE_TYPE_BITS : undefined;
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
