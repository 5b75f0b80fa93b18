import { InvalidValueError, type Kind, scalar } from '../kinds/kind';

/** The role of people who belong to something at a code host. */
export interface MemberRole {
  /** Letter by letter as the code host spells it; undefined for everybody who may log in. */
  readonly organization: string | undefined;
  /** The team's name as it stands in addresses; undefined for every member of the organization. */
  readonly team: string | undefined;
  /** `admin`, `editor` or `viewer`; with a namespace before it, `shop:editor`, for that namespace alone. */
  readonly role: string;
}

const FORM =
  /^(?:\*|(?<organization>[^\s=/*]+)(?:\/(?<team>[^\s=/]+))?)=(?<role>(?:[^\s=:,]+:)?(?:admin|editor|viewer))$/;

/** `acme=viewer`, `acme/ops=admin`, `*=viewer`, `acme/web=shop:editor`. */
export const memberRole: Kind<MemberRole> = scalar('role of members', (given) => {
  const { organization, team, role } = FORM.exec(given)?.groups ?? {};
  if (role === undefined) {
    throw new InvalidValueError(
      `expected organization=role, organization/team=role or *=role, with admin, editor or viewer, got ${given}`,
    );
  }
  return { organization, team, role };
});
