import { type ObjectStoreFailure } from '../object-store';
import { explain, explainCredentials, failureOf } from './s3-failure';

const attempt = { place: 's3://flags/a', bucket: 'flags', host: 'minio:9000', permission: 's3:PutObject' };

/** An answer of a store, as the package throws it. */
function answer(name: string, httpStatusCode: number): unknown {
  return Object.assign(new Error('AKIASECRET'), {
    name,
    $metadata: { httpStatusCode },
    AWSAccessKeyId: 'AKIASECRET',
  });
}

/** An error of Node.js. */
function wire(code: string): unknown {
  return Object.assign(new Error('AKIASECRET'), { code, $metadata: { attempts: 3 } });
}

/** What failed, and what is said of it. */
const failures: readonly (readonly [ObjectStoreFailure, unknown, string])[] = [
  [
    'bucket',
    answer('NoSuchBucket', 404),
    'there is no bucket flags at minio:9000 (404 NoSuchBucket): create it',
  ],
  ['bucket', answer('InvalidBucketName', 400), 'there is no bucket flags'],
  [
    'credentials',
    answer('InvalidAccessKeyId', 403),
    'minio:9000 refuses the credentials (403 InvalidAccessKeyId)',
  ],
  ['credentials', answer('Unauthorized', 401), 'minio:9000 refuses the credentials (401 Unauthorized)'],
  [
    'denied',
    answer('AccessDenied', 403),
    'access to s3://flags/a is denied (403 AccessDenied): the credentials have to allow s3:PutObject',
  ],
  [
    'denied',
    answer('KMS.DisabledException', 400),
    'the key that s3://flags/a is encrypted with cannot be used',
  ],
  [
    'region',
    answer('PermanentRedirect', 301),
    'bucket flags is not where minio:9000 was asked (301 PermanentRedirect)',
  ],
  ['server', answer('SlowDown', 503), 'minio:9000 cannot answer for s3://flags/a now (503 SlowDown)'],
  ['server', answer('TooManyRequests', 429), 'cannot answer'],
  ['server', answer('RequestTimeout', 400), 'cannot answer'],
  [
    'answer',
    answer('NotImplemented', 501),
    'what was not expected of S3 (501 NotImplemented): check the endpoint',
  ],
  ['answer', answer('SyntaxError', 200), 'what was not expected of S3 (200 SyntaxError)'],
  ['answer', answer('NotFound', 404), 'what was not expected of S3 (404 NotFound)'],
  ['answer', answer('<AKIASECRET>', 418), 'what was not expected of S3 (418 unknown)'],
  [
    'connection',
    wire('ECONNREFUSED'),
    'minio:9000 cannot be reached for s3://flags/a (ECONNREFUSED): check the endpoint',
  ],
  ['connection', wire('ENOTFOUND'), 'cannot be reached for s3://flags/a (ENOTFOUND)'],
  ['connection', wire('EAI_AGAIN'), 'cannot be reached for s3://flags/a (EAI_AGAIN)'],
  ['connection', wire('HPE_INVALID_CONSTANT'), 'cannot be reached for s3://flags/a (HPE_INVALID_CONSTANT)'],
  ['connection', wire('TimeoutError'), 'cannot be reached for s3://flags/a (TimeoutError)'],
  ['connection', wire('EPROTO'), 'minio:9000 does not speak TLS (EPROTO): is its endpoint http, not https?'],
  [
    'connection',
    wire('SELF_SIGNED_CERT_IN_CHAIN'),
    'the certificate of minio:9000 is not trusted (SELF_SIGNED_CERT_IN_CHAIN)',
  ],
  [
    'connection',
    wire('UNABLE_TO_VERIFY_LEAF_SIGNATURE'),
    'let NODE_EXTRA_CA_CERTS name the file of its authority',
  ],
  ['connection', wire('ERR_TLS_CERT_ALTNAME_INVALID'), 'the certificate of minio:9000 is not trusted'],
  [
    'connection',
    Object.assign(new Error(), { errors: [wire('ECONNREFUSED'), wire('EHOSTUNREACH')] }),
    '(ECONNREFUSED)',
  ],
  ['answer', 'text', 'what was not expected of S3 (unknown)'],
];

it.each(failures.map(([failure, error, message]) => ({ failure, error, message })))(
  '$message: $failure',
  ({ failure, error, message }) => {
    const told = explain(failureOf(error), attempt);
    expect(told.failure).toBe(failure);
    expect(told.message).toContain(message);
    expect(told.message).not.toContain('AKIASECRET');
  },
);

it('reading says that a missing object may look as if it were denied', () => {
  const told = explain(failureOf(answer('AccessDenied', 403)), { ...attempt, permission: 's3:GetObject' });
  expect(told.message).toContain(
    'allow s3:GetObject, and s3:ListBucket, without which what is missing is denied',
  );
});

it('credentials that cannot be had are told from those that are refused', () => {
  const told = explainCredentials(failureOf(answer('AccessDenied', 403)), attempt);
  expect(told).toMatchObject({ failure: 'credentials' });
  expect(told.message).toContain('no credentials for s3://flags/a can be had (AccessDenied)');
});
