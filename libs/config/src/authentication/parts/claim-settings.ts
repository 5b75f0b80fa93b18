import { optional, type Section, setting } from '../../kinds/setting';
import { text } from '../../kinds/text';
import { listOf } from '../../kinds/words';
import { groupRole } from './role-rule';

/** The roles of callers by what an issuer says of them; the same for every method that reads claims. */
export const claimRoleSettings = {
  roleClaim: optional(text, {
    whenAbsent: '`io.service.auth.role`',
    description:
      'Claim that `roles` looks at, a text or a list of texts; dots lead into objects: `groups`, ' +
      '`realm_access.roles`. Needs `roles`.',
  }),
  roles: setting(listOf(groupRole, { type: 'list of roles of groups' }), {
    default: '',
    description:
      'Roles by the values of that claim, where `authorization.required` is on: `flag-admins=admin`, ' +
      '`shop-team=shop:editor` for one namespace, `*=viewer` for everybody. All that fit hold together. Without ' +
      'any rule, the claim `io.service.auth.role` holds the role itself. A group whose name has a space can be ' +
      'written only in the file.',
  }),
} as const satisfies Section;
