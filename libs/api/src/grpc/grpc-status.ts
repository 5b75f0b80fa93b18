import { Metadata, type StatusObject } from '@grpc/grpc-js';
import { create, type DescMethod } from '@bufbuild/protobuf';
import { anyPack, StructSchema, type Any } from '@bufbuild/protobuf/wkt';
import { detailInAny, detailsOf } from '../errors/error-details';
import { type ErrorStatus } from '../errors/error-status';
import { StatusSchema } from '@pennon/proto';
import { messageToBinary } from './message-binary';

/**
 * Most characters of a text of ours, escaped as headers have it. Some clients take 8 KiB of headers, and an error of
 * OFREP holds three such texts, two of them in base64.
 */
const MAX_ESCAPED_LENGTH = 1536;

/** Most characters that one unit of UTF-16 becomes when it is escaped: three bytes of UTF-8. */
const LONGEST_ESCAPE = '%E2%82%AC'.length;

/** The member of the detail that names the flag. */
const FLAG_KEY = 'ofrep-flag-key';

/** Most bytes of conflicts in the trailers, for the same clients. */
const MAX_DETAIL_BYTES = 2048;

/**
 * An error as grpc-js sends it.
 *
 * @param method The call that is refused; undefined where it is none that there is.
 * @param error What was thrown, for what programs are told beside the message.
 */
export function grpcStatusOf(
  { grpc, message, flagKey }: ErrorStatus,
  method?: DescMethod,
  error?: unknown,
): StatusObject {
  const text = shorten(message);
  const metadata = new Metadata();
  const details = [
    ...(flagKey === '' ? [] : [flagDetail(flagKey)]),
    ...detailsOf(method, error, MAX_DETAIL_BYTES).map(detailInAny),
  ];
  if (details.length > 0) {
    const status = create(StatusSchema, { code: grpc, message: text, details });
    metadata.set('grpc-status-details-bin', messageToBinary(StatusSchema, status));
  }
  return { code: grpc, details: text, metadata };
}

/** The flag that an error of OFREP is about. */
function flagDetail(flagKey: string): Any {
  const kind = { case: 'stringValue', value: shorten(flagKey) } as const;
  return anyPack(StructSchema, create(StructSchema, { fields: { [FLAG_KEY]: { kind } } }));
}

/** The text, cut off where it would become too long, and without halves of characters. */
function shorten(text: string): string {
  const wellFormed = text.toWellFormed();
  if (wellFormed.length * LONGEST_ESCAPE <= MAX_ESCAPED_LENGTH) return wellFormed;
  let escapedLength = 0;
  let end = 0;
  for (const character of wellFormed) {
    escapedLength += encodeURI(character).length;
    if (escapedLength > MAX_ESCAPED_LENGTH) return `${wellFormed.slice(0, end)}…`;
    end += character.length;
  }
  return wellFormed;
}
