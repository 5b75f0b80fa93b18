import { errorReasons } from '@pennon/domain';
import { jsonOf, type Answer } from './http';

/** What tests compare of an answer in JSON. */
export interface Outcome {
  readonly status: number;
  readonly contentType: unknown;
  readonly json: unknown;
}

/** What an answer is to be. */
export function outcomeOf(answer: Answer): Outcome {
  return { status: answer.status, contentType: answer.headers['content-type'], json: jsonOf(answer) };
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

/** The details of an error: none for a call of Flipt, and the reason for one of Pennon's own. */
export const errorDetails: unknown = {
  asymmetricMatch: (details: unknown): boolean => {
    if (!Array.isArray(details)) return false;
    const [first] = details as readonly { readonly domain?: unknown; readonly reason?: unknown }[];
    return first === undefined || (first.domain === 'pennon' && String(first.reason) in errorReasons);
  },
  toString: () => 'errorDetails',
};

/** An error body has exactly these members: clients parse it strictly. */
function refusal(status: number, code: number, message: string | RegExp): Outcome {
  const words: unknown = message instanceof RegExp ? expect.stringMatching(message) : message;
  return { status, contentType: 'application/json', json: { code, message: words, details: errorDetails } };
}
