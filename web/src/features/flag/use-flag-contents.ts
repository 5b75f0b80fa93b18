import { useQuery } from '@tanstack/react-query';
import { flagQuery } from '@/api/flags';
import { type Flag, type FlagContents } from '@/lib/model';

/** A flag with all that decides what it answers; undefined until that is there. */
export function useFlagContents({ namespaceKey, key }: Flag): FlagContents | undefined {
  return useQuery(flagQuery(namespaceKey, key)).data;
}
