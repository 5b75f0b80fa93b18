import { baseUrl } from '../../kinds/address';
import { mapOf, required, type Section, setting } from '../../kinds/setting';
import { secret, Secret, text } from '../../kinds/text';
import { boolean, list, listOf } from '../../kinds/words';
import { cleanupSettings } from '../parts/cleanup-settings';
import { memberRole } from '../parts/role-rule';

/** Login at a code host that speaks the OAuth and the REST of GitHub. */
export const codehostSettings = {
  enabled: setting(boolean, { default: 'false', description: 'Let people log in at a code host.' }),
  serverUrl: setting(baseUrl, {
    default: 'https://github.com',
    description: 'Address of the code host for browsers.',
  }),
  apiUrl: setting(baseUrl, {
    default: 'https://api.github.com',
    description: 'Address of the API of the code host.',
  }),
  clientId: required(text, '', { description: 'Name of this service at the code host.' }),
  clientSecret: required(secret(text), new Secret(''), {
    description: 'Secret of this service at the code host.',
  }),
  redirectAddress: required(baseUrl, '', {
    description:
      'Address of this service as browsers see it, with the base path if there is one. The code host has to know ' +
      '`<redirect_address>/auth/v1/method/codehost/callback`.',
  }),
  scopes: setting(list, {
    default: '',
    description:
      'Scopes to ask for; `read:org` has to be among them where organizations are allowed by name.',
  }),
  allowedOrganizations: setting(list, {
    default: '',
    description: 'Organizations whose members may log in. Without any, everybody with an account may.',
  }),
  allowedTeams: mapOf(
    '<org>',
    setting(list, {
      default: '',
      description:
        'Teams of one of the allowed organizations whose members may log in. Once there is any such list, an ' +
        'organization without one admits nobody.',
    }),
  ),
  roles: setting(listOf(memberRole, { type: 'list of roles of members' }), {
    default: '',
    description:
      'Roles of those who log in, where `authorization.required` is on: `acme=viewer` for the members of an ' +
      'organization, `acme/ops=admin` for those of a team, `*=viewer` for everybody, `acme/web=shop:editor` for one ' +
      'namespace. All that fit hold together. Without any that fits, a person has no role.',
  }),
  cleanup: cleanupSettings,
} as const satisfies Section;
