import { type JsonSchema } from './schemas';

const error: JsonSchema = {
  type: 'object',
  description: 'Why a request is refused. Nothing has changed then.',
  required: ['code', 'message', 'details'],
  properties: {
    code: { type: 'integer', description: 'The status code of gRPC.' },
    message: { type: 'string', description: 'The field and the reason.' },
    details: {
      type: 'array',
      items: { type: 'object', required: ['@type'], properties: { '@type': { type: 'string' } } },
      description:
        'For programs: a `google.rpc.ErrorInfo` with `reason` and `metadata`, and the conflicts of a 409. Empty for calls ' +
        'of Flipt.',
    },
  },
};

const ofrepError: JsonSchema = {
  type: 'object',
  description: 'Why an evaluation is refused, in the words of OFREP.',
  required: ['errorCode', 'errorDetails'],
  properties: {
    key: {
      type: 'string',
      description:
        'The flag, where it is about one. With `ofrep.dialect` set to `flipt`, only where it was looked for.',
    },
    errorCode: { type: 'string', enum: ['INVALID_CONTEXT', 'FLAG_NOT_FOUND', 'GENERAL'] },
    errorDetails: { type: 'string' },
  },
};

const headers = {
  'Retry-After': {
    description: 'With status 429: how many seconds to wait before the next try.',
    schema: { type: 'integer', minimum: 1, maximum: 60 },
  },
};

/** The bodies of errors. */
export const errorSchemas = { Error: error, OfrepError: ofrepError } as const;

/** The same as answers. */
export const errorResponses: Readonly<Record<keyof typeof errorSchemas, JsonSchema>> = {
  Error: responseOf('Error'),
  OfrepError: responseOf('OfrepError'),
};

function responseOf(name: keyof typeof errorSchemas): JsonSchema {
  return {
    description: 'A refusal',
    headers,
    content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
  };
}
