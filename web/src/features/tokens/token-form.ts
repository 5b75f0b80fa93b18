import { type TokenWish } from '@/api/tokens';
import { tokensCopy } from '@/copy/tokens';
import * as z from '@/lib/zod';
import { endOfDay } from './expiry';
import { ROLE } from './token-facts';

/** What the form of a new token holds. */
export interface TokenForm {
  readonly name: string;
  readonly description: string;
  /** A day as the field of a date holds it; empty for a token that never expires. */
  readonly expiresOn: string;
  readonly isScoped: boolean;
  readonly namespaceKey: string | undefined;
  readonly role: string | undefined;
}

export const emptyToken: TokenForm = {
  name: '',
  description: '',
  expiresOn: '',
  isScoped: false,
  namespaceKey: undefined,
  role: undefined,
};

/** Any of the fields, as a draft keeps them: there is no secret in it. */
export const tokenFields = z.object({
  name: z.exactOptional(z.string()),
  description: z.exactOptional(z.string()),
  expiresOn: z.exactOptional(z.string()),
  isScoped: z.exactOptional(z.boolean()),
  namespaceKey: z.exactOptional(z.string()),
  role: z.exactOptional(z.string()),
});

/** Past dates are refused here, as the server refuses them. */
export function expiryError(expiresOn: string, now: Date): string | undefined {
  if (expiresOn === '') return undefined;
  const end = endOfDay(expiresOn);
  return end === undefined || end <= now ? tokensCopy.form.errors.past : undefined;
}

/** An approver can approve only what it could write, so the role alone allows nothing. */
const alongside: ReadonlyMap<string, string> = new Map([['approver', 'editor, approver']]);

/**
 * What is asked of the server.
 *
 * @param roles Those that the server knows; the role is left out if there are none.
 */
export function wishOf(
  { name, description, expiresOn, isScoped, namespaceKey, role = '' }: TokenForm,
  roles: readonly string[],
): TokenWish {
  const end = endOfDay(expiresOn);
  return {
    name: name.trim(),
    description: description.trim(),
    ...(end !== undefined && { expiresAt: end.toISOString() }),
    ...(isScoped && namespaceKey !== undefined && { namespaceKey }),
    ...(roles.includes(role) && { metadata: { [ROLE]: alongside.get(role) ?? role } }),
  };
}
