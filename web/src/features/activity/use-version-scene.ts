import { type QueryClient, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type AuditEvent, eventsQuery } from '@/api/audit-events';
import { versionOf } from '@/api/audit-versions';
import { readFlagContents } from '@/api/contents';
import { segmentsQuery } from '@/api/segments';
import { type FlagContents, type Segment } from '@/lib/model';
import { type VersionScene } from '@/lib/plan';

/** What versions of a flag are restored in; undefined until all of that is there. */
export function useVersionScene(contents: FlagContents): VersionScene | undefined {
  const { namespaceKey, key } = contents.flag;
  const { data: segments } = useQuery(segmentsQuery(namespaceKey));
  const { data: deletions } = useInfiniteQuery(deletedVariantsQuery(namespaceKey, key));
  if (segments === undefined || deletions === undefined) return undefined;
  const events = deletions.pages.flatMap((page) => page.events);
  return sceneOf(contents, segments, keysById(events));
}

/** The same as the server has it now; variants that were there until then may be gone as well. */
export async function readVersionScene(
  client: QueryClient,
  { flag: { namespaceKey, key, variants }, deletedVariants }: VersionScene,
): Promise<VersionScene> {
  const [contents, segments] = await Promise.all([
    readFlagContents(client, namespaceKey, key),
    client.query({ ...segmentsQuery(namespaceKey), staleTime: 0 }),
  ]);
  const known = variants.map((variant) => [variant.id, variant.key] as const);
  return sceneOf(contents, segments, new Map([...deletedVariants, ...known]));
}

function deletedVariantsQuery(namespaceKey: string, flagKey: string) {
  return eventsQuery({ namespaceKey, flagKey, type: 'variant', action: 'deleted' });
}

function sceneOf(
  contents: FlagContents,
  segments: readonly Segment[],
  deletedVariants: ReadonlyMap<string, string>,
): VersionScene {
  return { ...contents, segmentKeys: new Set(segments.map(({ key }) => key)), deletedVariants };
}

function keysById(events: readonly AuditEvent[]): ReadonlyMap<string, string> {
  return new Map(
    events.flatMap(({ type, before }): readonly [string, string][] => {
      const version = versionOf(type, before);
      return version?.kind === 'variant' ? [[version.id, version.values.key]] : [];
    }),
  );
}
