import { type Kind, scalar, unexpected } from '../../kinds/kind';

/** What names service accounts: `namespace/name`, with `*` for any characters. */
const serviceAccountPattern = /^[a-z0-9.*-]+\/[a-z0-9.*-]+$/;

/** A service account of a cluster, `namespace/name`; `*` stands for any characters. */
export const serviceAccount: Kind<string> = scalar('service account', (given) => {
  if (!serviceAccountPattern.test(given)) {
    throw unexpected(`expected namespace/name, with * for any characters${adviceOnNames(given)}`, given);
  }
  return given;
});

/** Why a text names no service account, as far as it is a common mistake. */
function adviceOnNames(given: string): string {
  if (given.includes(',')) return '; separate several by spaces, or write a YAML list';
  return given.includes('_') ? '; names in Kubernetes have no underscore' : '';
}

/** A role that the operator gives, written as `subject=role`. */
export interface RoleRule {
  /** The group, team or account that has the role; `*` is everybody who may log in. */
  readonly subject: string;
  /**
   * `admin`, `editor`, `viewer`, `approver` or `counter`; with a namespace before it, `shop:editor`, for that namespace
   * alone.
   */
  readonly role: string;
}

/** Subjects may have an equals sign, as the names of directories do, so that the last one counts. */
const FORM = /^(?<subject>.+)=(?<role>counter|(?:[^\s=:,]+:)?(?:admin|editor|viewer|approver))$/s;

/** `acme=viewer`, `acme/ops=admin`, `*=viewer`, `acme/web=shop:editor`. */
export const memberRole = roleRule(
  'role of members',
  /^(?:\*|[^\s=/*]+(?:\/[^\s=/]+)?)$/,
  'organization=role, organization/team=role or *=role',
);

/** `shop/checkout=viewer`, `shop-a/api=shop:editor`; `*` stands for any characters. */
export const serviceAccountRole = roleRule(
  'role of service accounts',
  serviceAccountPattern,
  'namespace/serviceaccount=role',
  adviceOnNames,
);

/** `flag-admins=admin`, `CN=Shop,DC=example=shop:editor`, `*=viewer`. */
export const groupRole = roleRule('role of groups', /^(?:\*|[^*]*[^*\s][^*]*)$/, 'group=role or *=role');

/** @param advice More on a subject that is refused, after the form that is expected. */
function roleRule(
  type: string,
  subjects: RegExp,
  form: string,
  advice: (given: string) => string = () => '',
): Kind<RoleRule> {
  return scalar(type, (given) => {
    const { subject = '', role } = FORM.exec(given)?.groups ?? {};
    if (role === undefined || !subjects.test(subject)) {
      const expectation = `expected ${form}, with admin, editor, viewer, approver or counter`;
      throw unexpected(`${expectation}${advice(given)}`, given);
    }
    return { subject, role };
  });
}
