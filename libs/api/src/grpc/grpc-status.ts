import { Metadata, type StatusObject } from '@grpc/grpc-js';
import { create } from '@bufbuild/protobuf';
import { anyPack, StructSchema } from '@bufbuild/protobuf/wkt';
import { type ErrorStatus } from '../errors/error-status';
import { StatusSchema } from '../gen/google/rpc/status_pb';
import { messageToBinary } from './message-binary';

/** A message travels in a header, and clients refuse headers that are too long. Characters. */
const MAX_MESSAGE_LENGTH = 2048;

/** The member of the detail that names the flag. Source: contract/evaluation.md 3.1. */
const FLAG_KEY = 'ofrep-flag-key';

/** An error as grpc-js sends it. */
export function grpcStatusOf({ grpc, message, flagKey }: ErrorStatus): StatusObject {
  const details = shorten(message).toWellFormed();
  const metadata = new Metadata();
  if (flagKey !== '') {
    const kind = { case: 'stringValue', value: shorten(flagKey) } as const;
    const detail = anyPack(StructSchema, create(StructSchema, { fields: { [FLAG_KEY]: { kind } } }));
    const status = create(StatusSchema, { code: grpc, message: details, details: [detail] });
    metadata.set('grpc-status-details-bin', messageToBinary(StatusSchema, status));
  }
  return { code: grpc, details, metadata };
}

function shorten(text: string): string {
  return text.length <= MAX_MESSAGE_LENGTH ? text : `${text.slice(0, MAX_MESSAGE_LENGTH - 1)}…`;
}
