import type { FlagType } from '@pennon/domain';
import { EnumWords, flipt } from '@pennon/proto';

/** Flag types on the wire. */
export const flagTypeWords = new EnumWords<FlagType, flipt.FlagType>({
  variant: flipt.FlagType.VARIANT_FLAG_TYPE,
  boolean: flipt.FlagType.BOOLEAN_FLAG_TYPE,
});
