import { useQuery } from '@tanstack/react-query';
import { namespacesQuery } from '@/api/namespaces';
import { useScope } from '@/app/use-session';
import { SAMPLES } from '@/lib/samples';

/**
 * Whether the sample data is loaded; undefined while that is not known, and to a token of one namespace, which makes no
 * other.
 */
export function useHasSamples(): boolean | undefined {
  const scope = useScope();
  const { data: namespaces } = useQuery({ ...namespacesQuery(), enabled: scope === undefined });
  return namespaces?.some(({ key }) => key === SAMPLES);
}
