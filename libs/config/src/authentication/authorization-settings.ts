import { boolean } from '../kinds/boolean';
import { oneOf } from '../kinds/one-of';
import { notSupported } from '../not-supported';
import { type Section, setting } from '../setting';

/** What callers may do. */
export const authorizationSettings = {
  required: setting(boolean, {
    default: 'false',
    description:
      'Let callers do what their role allows, and nothing else. Authentication has to be required too.',
  }),
  backend: setting(oneOf(['roles'], { words: ['local', 'object', 'bundle'], reason: notSupported }), {
    default: 'roles',
    description:
      'What decides: `roles` goes by the roles of the caller, which are under the metadata key `io.service.auth.role`.',
  }),
  evaluation: setting(boolean, {
    default: 'false',
    description:
      'Hold evaluation and OFREP to roles as well: they then take the right to read flags in every namespace they ' +
      'name. Otherwise every caller who is known may evaluate.',
  }),
} as const satisfies Section;
