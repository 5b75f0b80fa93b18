import { type Kind, notSupported } from '../kinds/kind';
import { bytes, duration, type Milliseconds } from '../kinds/number';
import { optional, type Section, setting } from '../kinds/setting';
import { filledText } from '../kinds/text';
import { boolean, oneOf } from '../kinds/words';
import { bucketName, endpointUrl, objectKeyPrefix } from './s3-location';

/** How often a source of flags is looked at. */
const pollInterval: Kind<Milliseconds> = duration({ min: '50ms', max: '24h' });

/**
 * Where the state of flags lives. Rules between these settings are in `check-rules.ts`.
 */
export const storageSettings = {
  type: setting(oneOf(['database', 'local', 'object'], { words: ['git', 'oci'], reason: notSupported }), {
    default: 'database',
    description:
      'Where the state of flags lives: in the database, in files of a directory (`local`) or in a bucket (`object`). ' +
      'Files and buckets are read by readers, which then need no database, and never written.',
  }),
  readOnly: setting(boolean, {
    default: 'false',
    description:
      'Refuse every change made through the management API. Files and buckets are read-only whatever this says, ' +
      'and `false` is refused there.',
  }),
  local: {
    path: setting(filledText, {
      default: '.',
      description:
        'Directory that is searched for files of flags, with all directories below it, for `local`. A relative path ' +
        'starts at the working directory.',
    }),
    pollInterval: setting(pollInterval, {
      default: '30s',
      description: 'How often the directory is looked at for changes; 50ms to 24h.',
    }),
  },
  object: {
    type: setting(oneOf(['s3'], { words: ['azblob', 'googlecloud'], reason: notSupported }), {
      default: 's3',
      description: 'What the bucket speaks.',
    }),
    s3: {
      bucket: optional(bucketName, { whenAbsent: 'required for `object`', description: 'Bucket of flags.' }),
      prefix: setting(objectKeyPrefix, {
        default: '',
        description:
          'What the names of all objects begin with. It is plain text: with `prod`, objects below `production/` are ' +
          'flags as well, and the index is looked for at `prod.flipt.yml`. End it with a slash: `prod/`. What Pennon ' +
          'has exported to `s3://bucket/prod` is found with `prod` and with `prod/`.',
      }),
      region: optional(filledText, {
        whenAbsent: 'as the AWS tools have it, else `us-east-1`',
        description: 'Region of the bucket. Stores other than AWS seldom want one.',
      }),
      endpoint: optional(endpointUrl, {
        whenAbsent: 'AWS',
        description:
          'Where an S3-compatible store answers, such as `https://minio.example.com:9000`. The bucket is always part ' +
          'of the path, never of the host. Credentials are not settings: they are found where the AWS tools look for ' +
          'them (`AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`, profiles, web identity, roles of ECS and EC2).',
      }),
      pollInterval: setting(pollInterval, {
        default: '1m',
        description:
          'How often the bucket is looked at for changes; 50ms to 24h. A change is seen that late, and each look is ' +
          'at least one request.',
      }),
    },
    maxObjectBytes: setting(bytes({ min: '1KiB', max: '1GiB' }), {
      default: '64MiB',
      description: 'Largest object that is read; a larger one is refused before it fills the memory.',
    }),
    timeout: setting(duration({ min: '10ms', max: '10m' }), {
      default: '10s',
      description:
        'Longest time for one request to the bucket, its repetitions and the whole of the answer included; 10ms to 10m.',
    }),
  },
} as const satisfies Section;

/** Where documents of flags are: sections and keys that only `storage.type` of their name uses. */
export const placesOfDocuments: readonly string[] = [
  'storage.local',
  'storage.object.s3',
  'storage.object.type',
];

/** Documents of flags, wherever they come from. */
export const documentSettings = {
  maxLength: setting(bytes({ min: '1KiB', max: '256MiB' }), {
    default: '64MiB',
    description:
      'Longest document of a namespace that is read, in characters, if it is JSON. A document in YAML may be a ' +
      'quarter as long, because reading it takes that much more memory.',
  }),
} as const satisfies Section;
