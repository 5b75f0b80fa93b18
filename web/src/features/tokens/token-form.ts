import { type TokenWish } from '@/api/tokens';
import { tokensCopy } from '@/copy/tokens';
import * as z from '@/lib/zod';
import { endOfDay } from './expiry';
import { ROLE } from './token-facts';

/** What the form of a new token holds; it is kept as a draft too, for there is no secret in it. */
export const tokenFormSchema = z.object({
  name: z.string(),
  description: z.string(),
  /** A day as the field of a date holds it; empty for a token that never expires. */
  expiresOn: z.string(),
  isScoped: z.boolean(),
  namespaceKey: z.string(),
  role: z.string(),
});

export type TokenForm = z.infer<typeof tokenFormSchema>;

export const emptyToken: TokenForm = {
  name: '',
  description: '',
  expiresOn: '',
  isScoped: false,
  namespaceKey: '',
  role: '',
};

/** Past dates are refused here, as the server refuses them. */
export function expiryError(expiresOn: string, now: Date): string | undefined {
  if (expiresOn === '') return undefined;
  const end = endOfDay(expiresOn);
  return end === undefined || end <= now ? tokensCopy.form.errors.past : undefined;
}

/** What is asked of the server. */
export function wishOf({ name, description, expiresOn, isScoped, namespaceKey, role }: TokenForm): TokenWish {
  const end = endOfDay(expiresOn);
  return {
    name: name.trim(),
    description: description.trim(),
    ...(end !== undefined && { expiresAt: end.toISOString() }),
    ...(isScoped && { namespaceKey }),
    ...(role.trim() !== '' && { metadata: { [ROLE]: role.trim() } }),
  };
}
