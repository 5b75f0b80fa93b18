/** Packages that are in files of their own: those that the settings may call for, which are not read otherwise. */
export const outside = [
  // The exporter of spans has to meet the same one.
  '@grpc/grpc-js',
  'pg',
  'mysql2',
  'ioredis',
  'keyv',
  'cache-manager',
  'cache-manager-ioredis-yet',
  '@aws-sdk/client-s3',
  '@opentelemetry/core',
  '@opentelemetry/exporter-trace-otlp-grpc',
  '@opentelemetry/exporter-trace-otlp-proto',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-trace',
];

/** Compiled programs of threads, in `dist/`; the main program starts them by their files. */
export const threads = [
  'libs/document-source/src/thread/document-thread.js',
  'apps/writer/src/transfer/reading-worker.js',
];
