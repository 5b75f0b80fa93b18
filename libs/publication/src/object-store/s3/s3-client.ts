import { createHash } from 'node:crypto';
import type * as S3 from '@aws-sdk/client-s3';
import type { S3Client } from '@aws-sdk/client-s3';
import { OutgoingAgent, USER_AGENT } from '@pennon/platform';
import type { ObjectStoreTarget } from '../object-store-target';

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
const contentMd5: Middleware = {
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

/** The package that speaks S3. It is loaded when it is first needed: it takes some 0.2 seconds and 20–30 MB. */
export type S3Sdk = typeof S3;

/** A client, and the package that its commands come from. */
export interface S3Connection {
  readonly sdk: S3Sdk;
  readonly client: S3.S3Client;
}

/** First try included. What is repeated is only what can be, and all of it within the time limit. */
const MAX_ATTEMPTS = 3;

/** Longest wait for a connection, in milliseconds, where the time limit is not shorter. */
const MAX_CONNECT_MS = 3000;

/** Stores other than AWS seldom look at the region, but it is part of every signature. */
const USUAL_REGION = 'us-east-1';

/** The package would write to the console. What goes wrong is thrown, and said where it is caught. */
const silent = { trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore };

/** Keeps the package from telling operators, on standard error, which Node its later versions will want. */
const NO_ADVERTISEMENT = 'AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED';

/** Loads the package and makes a client. Nothing is connected yet. */
export async function openS3(target: ObjectStoreTarget): Promise<S3Connection> {
  process.env[NO_ADVERTISEMENT] ??= 'true'; // oxlint-disable-line node/no-process-env -- no setting of ours: the package knows no other way
  const sdk = await import('@aws-sdk/client-s3');
  const config = clientConfig(target);
  const client = new sdk.S3Client(config);
  try {
    await client.config.region();
    return { sdk, client: withMiddleware(client) };
  } catch {
    // No region is given anywhere.
    client.destroy();
    return { sdk, client: withMiddleware(new sdk.S3Client({ ...config, region: USUAL_REGION })) };
  }
}

function clientConfig({ endpoint, region, timeout }: ObjectStoreTarget): S3.S3ClientConfig {
  const agent = new OutgoingAgent();
  return {
    ...(region !== undefined && { region }),
    ...(endpoint === undefined ? { followRegionRedirects: true } : { endpoint }),
    forcePathStyle: true,
    maxAttempts: MAX_ATTEMPTS,
    retryMode: 'standard',
    // Checksums beyond those of old are not understood by all that speaks S3.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: Math.min(timeout, MAX_CONNECT_MS),
      httpAgent: agent,
      httpsAgent: agent,
      logger: silent,
    },
    customUserAgent: USER_AGENT,
    logger: silent,
  };
}

function withMiddleware(client: S3.S3Client): S3.S3Client {
  client.middlewareStack.use(contentMd5);
  return client;
}

function ignore(): void {
  // Nothing is to be written.
}
