import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { flagsQuery } from '@/api/flags';
import { namespacesQuery } from '@/api/namespaces';
import { segmentsQuery } from '@/api/segments';
import { namespacePath, useNamespaceKey } from '@/app/namespace';
import { setPreference } from '@/app/preferences';
import { commonSections, namespaceSections } from '@/app/sections';
import { useScope } from '@/app/use-session';
import { commonCopy } from '@/copy/common';
import { paletteCopy } from '@/copy/palette';
import { shellCopy } from '@/copy/shell';
import { type FollowUp } from './follow-up-dialog';
import { type PaletteEntry } from './palette-entries';
import { usePageActions } from './use-page-actions';

const themes = ['light', 'dark', 'system'] as const;

const { pages } = commonCopy;

const otherPages = [
  { path: '/settings/namespaces', label: pages.namespaces },
  { path: '/settings/tokens', label: pages.tokens },
  { path: '/settings/server', label: pages.server },
  { path: '/compare', label: pages.compare },
  { path: '/onboarding', label: pages.onboarding },
] as const;

/**
 * All that the palette finds, what is to be done on this page first. Lists that were read before are used as they are.
 */
export function usePaletteEntries(onFollowUp: (followUp: FollowUp) => void): readonly PaletteEntry[] {
  const navigate = useNavigate();
  const namespaceKey = useNamespaceKey();
  const scope = useScope();
  const hasNamespace = namespaceKey !== '';
  const { data: flags } = useQuery({ ...flagsQuery(namespaceKey), enabled: hasNamespace });
  const { data: segments } = useQuery({ ...segmentsQuery(namespaceKey), enabled: hasNamespace });
  const { data: namespaces } = useQuery({ ...namespacesQuery(), enabled: scope === undefined });
  const actions = usePageActions(flags, segments, onFollowUp);
  return useMemo(() => {
    const goTo = (kind: PaletteEntry['kind'], path: string, label: string, key?: string): PaletteEntry => ({
      kind,
      label,
      path,
      run: () => void navigate(path),
      ...(key !== undefined && { key }),
    });
    return [
      ...actions,
      ...(hasNamespace ? namespaceSections : []).map(({ path, label }) =>
        goTo('page', namespacePath(namespaceKey, path), label),
      ),
      ...[...commonSections, ...otherPages].map(({ path, label }) => goTo('page', path, label)),
      ...themes.map((theme): PaletteEntry => ({
        kind: 'action',
        label: paletteCopy.actions.theme(shellCopy.user.themes[theme]),
        run: () => {
          setPreference('theme', theme);
        },
      })),
      ...(namespaces ?? []).map(({ key, name }) => goTo('namespace', namespacePath(key, 'flags'), name, key)),
      ...(flags ?? []).map(({ key, name }) =>
        goTo('flag', namespacePath(namespaceKey, 'flags', key), name, key),
      ),
      ...(segments ?? []).map(({ key, name }) =>
        goTo('segment', namespacePath(namespaceKey, 'segments', key), name, key),
      ),
    ];
  }, [actions, flags, hasNamespace, namespaceKey, namespaces, navigate, segments]);
}
