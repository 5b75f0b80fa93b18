import { bytes } from './kinds/bytes';
import { type Section, setting } from './setting';

/** Documents of flags, wherever they come from. */
export const documentSettings = {
  maxLength: setting(bytes({ min: '1KiB', max: '256MiB' }), {
    default: '64MiB',
    description:
      'Longest document of a namespace that is read, in characters, if it is JSON. A document in YAML may be a ' +
      'quarter as long, because reading it takes that much more memory.',
  }),
} as const satisfies Section;
