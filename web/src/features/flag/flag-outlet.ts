import { useOutletContext } from 'react-router';
import { type Flag } from '@/lib/model';

/** What the page of a flag hands to its views. */
export interface FlagOutlet {
  readonly namespaceKey: string;
  readonly flag: Flag;
}

/** The flag that a view of its page is about. */
export function useFlagOutlet(): FlagOutlet {
  return useOutletContext<FlagOutlet>();
}
