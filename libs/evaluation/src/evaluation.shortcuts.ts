import type { JsonShortcut } from '@pennon/api';
import type { fliptEvaluation } from '@pennon/proto';
import { decodeBatch, decodeRequest, readAlikeItems } from './wire/decode-request';

/** JSON of the RPCs that ask about one flag. */
export const singleShortcut: JsonShortcut<typeof fliptEvaluation.EvaluationRequestSchema> = {
  decode: decodeRequest,
};

/** JSON of the batch RPC. */
export const batchShortcut: JsonShortcut<typeof fliptEvaluation.BatchEvaluationRequestSchema> = {
  read: readAlikeItems,
  decode: decodeBatch,
};
