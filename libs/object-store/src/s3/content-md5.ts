import { createHash } from 'node:crypto';
import type { S3Client } from '@aws-sdk/client-s3';

/** A request as the package hands it to what is in between. */
interface SentRequest {
  readonly body: string | Uint8Array;
  readonly headers: Record<string, string>;
}

type Middleware = Parameters<S3Client['middlewareStack']['use']>[0];

/**
 * Deletions carry `Content-MD5`, which every store knows and most insist on, in place of the checksum that the package
 * has since come to send, which only some know.
 */
export const contentMd5: Middleware = {
  applyToStack: (stack) => {
    stack.add(
      (next, { commandName }) =>
        (args) => {
          if (commandName === 'DeleteObjectsCommand') exchangeChecksum(args.request as SentRequest);
          return next(args);
        },
      { name: 'pennonContentMd5', step: 'build', priority: 'low' },
    );
  },
};

function exchangeChecksum({ body, headers }: SentRequest): void {
  for (const name of Object.keys(headers)) {
    if (/^x-amz-(sdk-)?checksum-/i.test(name)) Reflect.deleteProperty(headers, name);
  }
  headers['content-md5'] = createHash('md5').update(body).digest('base64');
}
