import { status } from '@grpc/grpc-js';
import { type ErrorStatus } from './error-status';

/** The JSON that tells of an error. */
export type ErrorBody = (status: ErrorStatus, pretty: boolean) => string;

/** What OFREP calls an error; whatever is not here is GENERAL. */
const ofrepCodes: Readonly<Partial<Record<status, string>>> = {
  [status.INVALID_ARGUMENT]: 'INVALID_CONTEXT',
  [status.NOT_FOUND]: 'FLAG_NOT_FOUND',
};

/** The error body: exactly these three members, because clients parse it strictly. */
export function errorBody({ grpc, message }: ErrorStatus, pretty: boolean): string {
  // Pretty output leaves out empty lists, as everywhere.
  return pretty
    ? JSON.stringify({ code: grpc, message }, undefined, 2)
    : JSON.stringify({ code: grpc, message, details: [] });
}

/**
 * The error body below `/ofrep`.
 *
 * @param named Key of the flag that the path names, for an error that names none; undefined to leave it out.
 */
export function ofrepErrorBody(
  { grpc, message, flagKey }: ErrorStatus,
  pretty: boolean,
  named?: string,
): string {
  const key = flagKey === '' ? named : flagKey;
  const body = { key, errorCode: ofrepErrorCode(grpc), errorDetails: message };
  return `${JSON.stringify(body, undefined, pretty ? 2 : undefined)}\n`;
}

/** The OFREP name of a gRPC code. */
export function ofrepErrorCode(grpc: status): string {
  return ofrepCodes[grpc] ?? 'GENERAL';
}
