import { tokenKeys } from '@pennon/domain';
import { servedToEveryone } from '@pennon/state';
import { useQueries, useQuery } from '@tanstack/react-query';
import { use, useMemo } from 'react';
import { neededSegmentsQuery } from '@/api/document';
import { flagQuery, flagsQuery } from '@/api/flags';
import { segmentsQuery } from '@/api/segments';
import { type Session } from '@/api/session';
import { tokensQuery } from '@/api/tokens';
import { type Token } from '@/api/types';
import { usePreferences } from '@/app/preferences';
import { useSession } from '@/app/use-session';
import { ClockContext } from '@/components/clock';
import { useNamespaceIndex, useNamespaceNews } from '@/index';
import { type HealthFinding } from '@/lib/health/health-finding';
import { namespaceFindings } from '@/lib/health/namespace-findings';
import { youngOverrides, type YoungOverride } from '@/lib/health/override-age';
import { tokenProblems } from '@/lib/health/token-hygiene';
import { type FlagContents } from '@/lib/model';

export interface Findings {
  /** Undefined until everything that they need is there. */
  readonly data: readonly HealthFinding[] | undefined;
  /** Those in force that are no findings yet. */
  readonly overrides: readonly YoungOverride[];
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly refetch: () => void;
  /** When they were made, in milliseconds since 1970. */
  readonly checkedAt: number;
  /** True where there are tokens that may not be listed. */
  readonly lacksTokens: boolean;
}

/** The findings of a namespace, made anew whenever its index changes. */
export function useFindings(namespaceKey: string): Findings {
  const { now } = use(ClockContext);
  const { staleAfterDays } = usePreferences();
  const { index, error: indexError } = useNamespaceIndex(namespaceKey);
  const flags = useQuery(flagsQuery(namespaceKey));
  const segments = useQuery(segmentsQuery(namespaceKey));
  const needed = useQuery(neededSegmentsQuery(namespaceKey));
  useNamespaceNews(namespaceKey, neededSegmentsQuery(namespaceKey).queryKey);
  const session = useSession();
  const tokens = useTokens(session);
  // Who an override is by, and how old, only the rollouts themselves tell.
  const rollouts = useQueries({
    queries: (index?.flags ?? [])
      .filter((flag) => servedToEveryone(flag) !== undefined)
      .map(({ key }) => ({
        ...flagQuery(namespaceKey, key),
        select: ({ rollouts: list }: FlagContents) => [key, list] as const,
      })),
    combine: (results) => ({
      isComplete: results.every(({ isPending }) => !isPending),
      data: new Map(results.flatMap(({ data }) => (data === undefined ? [] : [data]))),
    }),
  });

  const data = useMemo(() => {
    if (index === undefined || flags.data === undefined || segments.data === undefined) return undefined;
    if (!rollouts.isComplete) return undefined;
    return [
      ...namespaceFindings({
        contents: index.flags,
        usedSegments: index.knownSegments,
        neededSegments: needed.data,
        flags: flags.data,
        segments: segments.data,
        rollouts: rollouts.data,
        now,
        staleAfterDays,
      }),
      ...(tokens ?? []).flatMap((token) => findingsOfToken(token, now)),
    ];
  }, [index, flags.data, segments.data, needed.data, rollouts, tokens, now, staleAfterDays]);

  return {
    data,
    overrides: youngOverrides(rollouts.data, now),
    error: indexError ?? flags.error ?? segments.error,
    isFetching: flags.isFetching || segments.isFetching,
    refetch: () => {
      void flags.refetch();
      void segments.refetch();
    },
    checkedAt: Math.max(flags.dataUpdatedAt, segments.dataUpdatedAt),
    lacksTokens: session.kind !== 'open' && tokens === undefined,
  };
}

/** Tokens, for those who may list them: others are not asked to sign in for that. */
function useTokens(session: Session): readonly Token[] | undefined {
  const mayAsk =
    session.kind === 'person' || (session.kind === 'token' && session.namespaceKey === undefined);
  const { data } = useQuery({ ...tokensQuery('METHOD_TOKEN'), enabled: mayAsk, retry: false });
  return data;
}

function findingsOfToken(token: Token, now: Date): readonly HealthFinding[] {
  const tokenName = token.metadata[tokenKeys.name] ?? token.id;
  return tokenProblems(token, now).map((kind) => ({ about: 'token', kind, tokenId: token.id, tokenName }));
}
