import { NotFoundError, quote } from '@pennon/domain';

/** The refusal of a provider that there is none of. */
export function unknownProvider(name: string): NotFoundError {
  return new NotFoundError(`requested provider ${quote(name)}: provider not found`);
}
