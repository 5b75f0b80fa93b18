import { compareTimestamps } from '@/lib/time';
import { type TokenFacts, type TokenState } from './token-facts';

export type TokenColumn = 'name' | 'scope' | 'created' | 'expires';

/** Which tokens are shown, and in what order. */
export interface TokenView {
  /** Searched in name, description, scope and role. */
  readonly query: string;
  /** Undefined for any; `all` for tokens of all namespaces, `only:KEY` for those of one. */
  readonly scope: string | undefined;
  readonly state: TokenState | undefined;
  readonly column: TokenColumn;
  readonly isDescending: boolean;
}

/** The scope of a token as a filter names it. */
export function scopeName({ namespaceKey }: TokenFacts): string {
  return namespaceKey === undefined ? 'all' : `only:${namespaceKey}`;
}

/** The tokens that a view shows. */
export function shownTokens(tokens: readonly TokenFacts[], view: TokenView): readonly TokenFacts[] {
  const wanted = view.query.trim().toLowerCase();
  const shown = tokens.filter(
    (facts) =>
      (view.scope === undefined || scopeName(facts) === view.scope) &&
      (view.state === undefined || facts.state === view.state) &&
      [facts.name, facts.description, facts.namespaceKey ?? '', facts.role].some((text) =>
        text.toLowerCase().includes(wanted),
      ),
  );
  const compare = orders[view.column];
  return shown.toSorted((one, other) => (view.isDescending ? compare(other, one) : compare(one, other)));
}

type Compare = (one: TokenFacts, other: TokenFacts) => number;

const orders: Readonly<Record<TokenColumn, Compare>> = {
  name: (one, other) => one.name.localeCompare(other.name),
  scope: (one, other) => (one.namespaceKey ?? '').localeCompare(other.namespaceKey ?? ''),
  created: (one, other) => compareTimestamps(one.token.createdAt ?? '', other.token.createdAt ?? ''),
  expires: (one, other) => compareEnds(one.token.expiresAt, other.token.expiresAt),
};

/** What never expires comes last. */
function compareEnds(one: string | undefined, other: string | undefined): number {
  if (one === undefined || other === undefined)
    return Number(one === undefined) - Number(other === undefined);
  return compareTimestamps(one, other);
}
