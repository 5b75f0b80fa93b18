import { type CST } from 'yaml';

/** True when collections of a syntax tree are nested deeper than `limit`. Does not recurse. */
export function isDeeperThan(limit: number, token: CST.Token): boolean {
  const pending = [{ token, depth: 0 }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { depth } = next;
    if (depth > limit) return true;
    for (const child of childrenOf(next.token)) pending.push({ token: child, depth: depth + 1 });
  }
  return false;
}

function childrenOf(token: CST.Token): readonly CST.Token[] {
  if (token.type === 'document') return token.value === undefined ? [] : [token.value];
  if (!('items' in token)) return [];
  const children: CST.Token[] = [];
  for (const { key, value } of token.items) {
    if (isCollection(key)) children.push(key);
    if (isCollection(value)) children.push(value);
  }
  return children;
}

function isCollection(token: CST.Token | null | undefined): token is CST.Token {
  return token !== null && token !== undefined && 'items' in token;
}
