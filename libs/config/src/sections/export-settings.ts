import { boolean, oneOf } from '../kinds/words';
import { duration, integer } from '../kinds/number';
import { filledText } from '../kinds/text';
import { optional, type Section, setting } from '../kinds/setting';
import { endpointUrl, s3Location } from './s3-location';

/** Exporting to a bucket, from which readers live. Rules between these settings are in `check-rules.ts`. */
export const exportSettings = {
  enabled: setting(boolean, {
    default: 'false',
    description:
      'Export the state of flags to a bucket whenever it has changed. Of several writers on one database one does it.',
  }),
  to: optional(s3Location, {
    whenAbsent: 'required when it is enabled',
    description: 'Bucket that is exported to, and the folder in it; a slash is appended when there is none.',
  }),
  interval: setting(duration({ min: '100ms', max: '24h' }), {
    default: '1m',
    description:
      'Pause between two looks for changes; 100ms to 24h. If nothing has changed, nothing is written.',
  }),
  format: setting(oneOf(['json', 'yaml']), {
    default: 'json',
    description:
      'Format of the documents. JSON is read much faster, which readers feel with thousands of flags.',
  }),
  keep: setting(integer({ min: 1, max: 1000 }), {
    default: '10',
    description: 'Revisions of each namespace that are kept in the bucket; older ones are deleted.',
  }),
  includeTokenHashes: setting(boolean, {
    default: 'false',
    description:
      'Also export the hashes of client tokens, so that readers without a database can check them. Whoever can read ' +
      'the bucket then reads the names, roles and metadata of tokens too, though never a token.',
  }),
  lease: setting(duration({ min: '1s', max: '1h' }), {
    default: '2m',
    description:
      'How long one writer keeps the task of exporting before another may take it over, which is also how long one ' +
      'that has stopped without a word holds it up; 1s to 1h, and at least twice `export.interval` in any case.',
  }),
  timeout: setting(duration({ min: '10ms', max: '10m' }), {
    default: '30s',
    description:
      'Longest time for one request to the bucket, its repetitions and the whole of its body included; 10ms to 10m.',
  }),
  s3: {
    endpoint: optional(endpointUrl, {
      whenAbsent: 'AWS',
      description:
        'Where an S3-compatible store answers. Credentials are not settings: they are found where the AWS tools look ' +
        'for them.',
    }),
    region: optional(filledText, {
      whenAbsent: 'as the AWS tools have it, else `us-east-1`',
      description: 'Region of the bucket. Stores other than AWS seldom want one.',
    }),
    sse: setting(oneOf(['none', 'AES256', 'aws:kms']), {
      default: 'none',
      description:
        'Encryption by the store that is asked for with each object. With `none` it is what the bucket is set to.',
    }),
    kmsKey: optional(filledText, {
      whenAbsent: 'the key of AWS for S3',
      description: 'Key for `aws:kms`: its id, ARN or alias.',
    }),
  },
} as const satisfies Section;
