import type { DescMethod } from '@bufbuild/protobuf';
import { RouteTable } from '@pennon/api';
import { DomainError, errorReasons, MethodNotAllowedError } from '@pennon/domain';
import { jsonOf, type Answer, type Asked } from './http';
import { allServices } from './all-services';

/** What tests compare of an answer in JSON. */
export interface Outcome {
  readonly status: number;
  readonly contentType: unknown;
  readonly json: unknown;
}

/** In place of the details of an error that are those that the call is to have. */
export const DETAILS_OF_THE_CALL = 'the details of the call';

/** What an answer is to be. */
export function outcomeOf(answer: Answer): Outcome {
  const { status, headers, asked } = answer;
  const json = jsonOf(answer) as { readonly details?: unknown };
  const isRight = json.details !== undefined && detailsOfCall(isOwnCall(asked)).asymmetricMatch(json.details);
  return {
    ...{ status, contentType: headers['content-type'] },
    json: isRight ? { ...json, details: DETAILS_OF_THE_CALL } : json,
  };
}

/** Success: always 200, and a content type without a charset. */
export function success(json: unknown): Outcome {
  return { status: 200, contentType: 'application/json', json };
}

/** Code 3. @param message The text, or what the text must match where the words are open. */
export function invalidArgument(message: string | RegExp): Outcome {
  return refusal(400, 3, message);
}

/** Code 5. */
export function notFound(message: string): Outcome {
  return refusal(404, 5, message);
}

/** Code 8, of what is larger than a bound. */
export function tooLarge(message: string): Outcome {
  return refusal(413, 8, message);
}

/** What a known path answers to a verb it does not have. @param status 501 on routes that answer as Flipt does. */
export function methodNotAllowed(status: 405 | 501): Outcome {
  return refusal(status, 12, 'Method Not Allowed');
}

/** What a body is answered with that is encoded in a way that is not decoded. */
export function unsupportedEncoding(encoding: string): Outcome {
  return refusal(415, 12, `Content-Encoding ${encoding} is not supported`);
}

/** Code 9. */
export function failedPrecondition(message: string): Outcome {
  return refusal(400, 9, message);
}

/** Code 14. */
export function unavailable(message: string): Outcome {
  return refusal(503, 14, message);
}

const routes = new RouteTable(allServices);

/** The call that a request is; undefined for none. */
export function methodOf(asked: Asked | undefined): DescMethod | undefined {
  const found = matchOf(asked);
  return found instanceof DomainError ? undefined : found;
}

function matchOf(asked: Asked | undefined): DescMethod | DomainError | undefined {
  if (asked === undefined) throw new Error('the answer does not say what was asked');
  const { verb, path } = asked;
  try {
    return routes.match(verb, path.replace(/\?.*$/s, ''))?.method;
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
}

/** True for a call of Pennon's own, and for a path that only such calls have. */
function isOwnCall(asked: Asked | undefined): boolean {
  const found = matchOf(asked);
  if (found instanceof DomainError) return found instanceof MethodNotAllowedError && found.isOwn;
  return isOfPennon(found);
}

function isOfPennon(method: DescMethod | undefined): boolean {
  return method?.parent.typeName.startsWith('pennon.') === true;
}

interface DetailsMatcher {
  readonly asymmetricMatch: (details: unknown) => boolean;
  readonly toString: () => string;
}

/**
 * Matches the details of an error that is no conflict: for a call of Pennon's own one reason that is known, and none
 * for all others, as in Flipt.
 */
export function errorDetailsOf(method: DescMethod | undefined): DetailsMatcher {
  return detailsOfCall(isOfPennon(method));
}

function detailsOfCall(isOwn: boolean): DetailsMatcher {
  return {
    asymmetricMatch: (details) => {
      if (!Array.isArray(details) || details.length !== (isOwn ? 1 : 0)) return false;
      return details.every(
        (detail: Readonly<Record<string, unknown>>) =>
          detail['@type'] === 'type.googleapis.com/google.rpc.ErrorInfo' &&
          detail.domain === 'pennon' &&
          String(detail.reason) in errorReasons,
      );
    },
    toString: () => `errorDetailsOf(${isOwn ? 'pennon' : 'flipt'})`,
  };
}

/** An error body has exactly these members: clients parse it strictly. */
function refusal(status: number, code: number, message: string | RegExp): Outcome {
  const words: unknown = message instanceof RegExp ? expect.stringMatching(message) : message;
  return {
    status,
    contentType: 'application/json',
    json: { code, message: words, details: DETAILS_OF_THE_CALL },
  };
}
