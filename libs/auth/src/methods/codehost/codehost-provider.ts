import { type CodehostConfig, type MethodNames } from '@pennon/config';
import { type AuthenticationMetadata } from '@pennon/domain';
import type { Login, LoginProvider, NewLogin, LoginAnswer } from '../login/login-provider';
import { PersonRefusal, upstreamFailure } from '../login/login-failure';
import { redirectOf, userOf, type StrategyRun } from '../login/strategy-result';
import { CodehostApi } from './codehost-api';
import { codehostMetadata } from './codehost-metadata';
import { CodehostStrategy } from './codehost-strategy';
import { misfit, RoleWarnings } from '../../roles/role-assignment';
import { type Membership, membershipInWords, MembershipPolicy, namesOf, roleOfMember } from './membership';

/** Applications that are registered with the one or the other path go on to work. */
const CALLED_PATH = /^\/auth\/v1\/method\/(codehost|github)\//;

/** Scopes of which either lets us read the addresses of a person. */
const emailScopes = ['user', 'user:email'];

/** What somebody belongs to who was not asked. */
const none: Membership = { organizations: [], teams: [] };

/** The code host. */
export class CodehostProvider implements LoginProvider {
  readonly key = 'codehost';
  readonly method = 'codehost';
  private readonly policy: MembershipPolicy;
  private readonly warnings: RoleWarnings;

  /**
   * @param name By which it is configured.
   * @param needsRole Whether people can do nothing without a role.
   */
  constructor(
    private readonly config: CodehostConfig,
    private readonly name: MethodNames['codehost'],
    needsRole: boolean,
  ) {
    this.warnings = new RoleWarnings(this.key, needsRole);
    this.policy = new MembershipPolicy(config);
  }

  get redirectAddress(): string {
    return this.config.redirectAddress;
  }

  callbackPath(route = ''): string {
    return `/auth/v1/method/${CALLED_PATH.exec(route)?.[1] ?? this.name}/callback`;
  }

  async authorizeUrl(login: NewLogin): Promise<string> {
    return redirectOf(this.runOf(login), login.state);
  }

  async identify({ code }: LoginAnswer, login: Login): Promise<AuthenticationMetadata> {
    try {
      // The token is used here and kept nowhere.
      const accessToken = await userOf(this.runOf(login), code);
      return await this.personBehind(new CodehostApi(this.config.apiUrl, String(accessToken)));
    } catch (error) {
      throw upstreamFailure(error);
    }
  }

  private async personBehind(api: CodehostApi): Promise<AuthenticationMetadata> {
    const [account, verifiedEmail, membership] = await Promise.all([
      api.account(),
      this.mayRead(...emailScopes) ? api.verifiedEmail() : undefined,
      this.mayRead('read:org') ? membershipIn(api) : undefined,
    ]);
    if (membership !== undefined && !this.policy.allows(membership)) {
      const found = membershipInWords(membership, this.policy.allowedNames);
      throw new PersonRefusal(this.key, 'no membership that is allowed', found);
    }
    const email = typeof account.email === 'string' ? account.email : undefined;
    return codehostMetadata({
      host: new URL(this.config.serverUrl).host,
      account,
      email: verifiedEmail ?? email,
      membership: membership && this.policy.relevant(membership),
      role: this.roleOf(membership ?? none),
    });
  }

  private roleOf(membership: Membership): string | undefined {
    const { roles } = this.config;
    const role = roleOfMember(roles, membership);
    this.warnings.missing(role, () =>
      misfit(
        'memberships',
        namesOf(membership),
        roles.map(({ subject }) => subject),
      ),
    );
    return role;
  }

  private mayRead(...scopes: readonly string[]): boolean {
    return scopes.some((scope) => this.config.scopes.includes(scope));
  }

  private runOf(login: Login): StrategyRun {
    const strategy = new CodehostStrategy(this.config, login);
    const tokenUrl = new URL(`${this.config.serverUrl}/login/oauth/access_token`);
    return { strategy, provider: this.key, tokenUrl };
  }
}

async function membershipIn(api: CodehostApi): Promise<Membership> {
  const [organizations, teams] = await Promise.all([api.organizations(), api.teams()]);
  return { organizations, teams };
}
