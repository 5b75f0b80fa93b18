import { Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { ClaimRoleConfig, RoleRule } from '@pennon/config';
import { aliasKey, ROLE_KEY } from '@pennon/domain';
import { type Claims, isObject, valueAt } from '../keys/claims';
import { parseGrants } from './role-authorizer';

/**
 * The roles that the operator's rules give, as the text that metadata holds; undefined for none.
 *
 * @param fits Whether the caller has the subject of a rule.
 */
export function givenRole(
  rules: readonly RoleRule[],
  fits: (subject: string) => boolean,
): string | undefined {
  const roles = new Set(rules.filter(({ subject }) => fits(subject)).map(({ role }) => role));
  return roles.size === 0 ? undefined : [...roles].join(', ');
}

/** What most issuers call the claim with the groups of a caller. */
const GROUPS_CLAIM = 'groups';

/** Most names that are told of somebody. */
const MAX_NAMES = 10;

/** Longest part of a name that is told, in characters. */
const MAX_NAME_LENGTH = 100;

/**
 * Names that somebody else has chosen, for the log: ten at most, and the first that differs from one of the settings by
 * case alone.
 *
 * @param wanted Names that the settings have.
 */
export function namesInWords(names: readonly string[], wanted: readonly string[]): string {
  const rest = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : '';
  return `${names.slice(0, MAX_NAMES).map(quote).join(', ')}${rest}${nearMiss(names, wanted)}`;
}

function nearMiss(names: readonly string[], wanted: readonly string[]): string {
  const byLowerCase = new Map(wanted.map((name) => [name.toLowerCase(), name]));
  const found = names.find((name) => !wanted.includes(name) && byLowerCase.has(name.toLowerCase()));
  if (found === undefined) return '';
  const meant = byLowerCase.get(found.toLowerCase()) ?? '';
  return `; ${quote(found)} differs from ${quote(meant)} by case alone`;
}

function quote(name: string): string {
  return JSON.stringify(name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name);
}

/**
 * Why names fit none of the operator's rules, for the log.
 *
 * @param kind What the names are, such as `groups`.
 */
export function misfit(kind: string, names: readonly string[], subjects: readonly string[]): string {
  const held = names.length === 0 ? `no ${kind}` : `${kind} ${namesInWords(names, subjects)}`;
  const rules =
    subjects.length === 0 ? 'there are no rules' : `the rules are for ${namesInWords(subjects, [])}`;
  return `${held}; ${rules}`;
}

/** How long the same warning is not repeated: a job may come back every second. Milliseconds. */
const WARNING_INTERVAL_MS = 3_600_000;

/** Tells the operator who gets less than the rules may be meant to give: each reason once an hour. */
export class RoleWarnings {
  private readonly logger = new Logger('auth');
  private readonly told = new LRUCache<string, true>({ max: 1000, ttl: WARNING_INTERVAL_MS });

  /**
   * @param issuer Who vouches for the callers, such as `oidc/acme`.
   * @param needsRole Whether callers can do nothing without a role (`authorization.required`).
   */
  constructor(
    private readonly issuer: string,
    private readonly needsRole: boolean,
  ) {}

  /**
   * Warns of a caller without a role, where callers need one.
   *
   * @param role The roles that the rules give; undefined for none.
   * @param reason Why there is none.
   */
  missing(role: string | undefined, reason: () => string): void {
    if (!this.needsRole || (role !== undefined && parseGrants(role).length > 0)) return;
    const why = role === undefined ? reason() : `${quote(role)} is not the name of a role`;
    this.tell('a caller has no role', { reason: why });
  }

  /** Warns, unless it did so within the last hour. @param facts Without secrets. */
  tell(message: string, facts: Readonly<Record<string, string>>): void {
    const key = JSON.stringify([message, facts]);
    if (this.told.has(key)) return;
    this.told.set(key, true);
    this.logger.warn({ issuer: this.issuer, ...facts }, message);
  }
}

/**
 * The roles of callers by what an issuer says of them: the operator's rules look at a claim. Without rules the claim
 * `io.service.auth.role`, or Flipt v1's spelling of it, holds the role itself: it has no other use, so that an issuer
 * makes it only where it was told to.
 */
export class ClaimRoles {
  private readonly warnings: RoleWarnings;

  /**
   * @param issuer Whose claims they are, such as `oidc/acme`; for the log.
   * @param needsRole Whether callers can do nothing without a role.
   */
  constructor(
    private readonly config: ClaimRoleConfig,
    issuer: string,
    needsRole = false,
  ) {
    this.warnings = new RoleWarnings(issuer, needsRole);
  }

  /** True if the operator gives roles, so that the claim is not the issuer's alone. */
  get hasRules(): boolean {
    return this.config.roles.length > 0;
  }

  /** True if the claim is there. */
  isIn(claims: Claims): boolean {
    return this.valueIn(claims) !== undefined;
  }

  /**
   * The roles as the text that metadata holds; undefined for none. @param sources The first that has the claim counts.
   */
  of(...sources: readonly Claims[]): string | undefined {
    const value = sources.map((claims) => this.valueIn(claims)).find((found) => found !== undefined);
    const held = this.textsOf(value);
    const role = this.roleOf(value, held);
    if (value === undefined && sources.some((claims) => this.isLeftOut(claims))) {
      this.warnings.tell(
        'the provider left the claim of roles out, because it has too many values: use app roles ' +
          '(role_claim: roles), or send only groups that are assigned to the application',
        { claim: this.claim },
      );
    }
    this.warnings.missing(role, () => {
      if (value === undefined) return `the claim ${quote(this.claim)} is missing`;
      return misfit(
        `values of ${quote(this.claim)}`,
        held,
        this.config.roles.map(({ subject }) => subject),
      );
    });
    return role;
  }

  /**
   * Names of the groups of a caller: by the claim that the rules look at, else by the claim `groups`.
   *
   * @param sources The first that has the claim counts.
   */
  groupsOf(...sources: readonly Claims[]): readonly string[] {
    const values = sources.map((claims) =>
      this.config.roleClaim === undefined ? claims[GROUPS_CLAIM] : this.valueIn(claims),
    );
    return itemsOf(values.find((value) => value !== undefined && value !== null)).filter(isText);
  }

  private get claim(): string {
    return this.config.roleClaim ?? ROLE_KEY;
  }

  private roleOf(value: unknown, held: readonly string[]): string | undefined {
    const { roles } = this.config;
    if (roles.length > 0) {
      const names = new Set(held);
      return givenRole(roles, (subject) => subject === '*' || names.has(subject));
    }
    if (typeof value === 'string') return value;
    // A comma would part an item in two.
    const items = held.filter((item) => !item.includes(','));
    return items.length === 0 ? undefined : items.join(', ');
  }

  /** Whether an issuer says that the claim is to be had elsewhere (OpenID Connect Core 1.0, 5.6.2). */
  private isLeftOut({ _claim_names: names }: Claims): boolean {
    return isObject(names) && Object.hasOwn(names, this.claim);
  }

  private valueIn(claims: Claims): unknown {
    const { roleClaim } = this.config;
    const value =
      roleClaim === undefined
        ? (claims[ROLE_KEY] ?? claims[aliasKey(ROLE_KEY) ?? ''])
        : valueAt(claims, roleClaim);
    return value ?? undefined;
  }

  private textsOf(value: unknown): readonly string[] {
    const items = itemsOf(value);
    const texts = items.filter(isText);
    if (texts.length < items.length) {
      this.warnings.tell('a role claim is not a text or a list of texts: what is not a text gives no role', {
        claim: this.claim,
      });
    }
    return texts;
  }
}

/** A text or another value by itself, the items of a list, or the keys of an object of objects, as Zitadel has them. */
function itemsOf(value: unknown): readonly unknown[] {
  if (isObject(value) && Object.values(value).length > 0 && Object.values(value).every(isObject))
    return Object.keys(value);
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
