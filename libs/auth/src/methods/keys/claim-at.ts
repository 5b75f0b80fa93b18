import { type Claims } from './claims';
import { isObject } from './is-object';

/**
 * The value of a claim by its name, or by its path: `realm_access.roles` is the claim of that name, else the member
 * `roles` of the claim `realm_access`. Undefined when there is none. Names may have dots on every level.
 */
export function valueAt(claims: Claims, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path];
  for (let dot = path.lastIndexOf('.'); dot > 0; dot = path.lastIndexOf('.', dot - 1)) {
    const name = path.slice(0, dot);
    const inner = Object.hasOwn(claims, name) ? claims[name] : undefined;
    const value = isObject(inner) ? valueAt(inner, path.slice(dot + 1)) : undefined;
    if (value !== undefined) return value;
  }
  return undefined;
}
