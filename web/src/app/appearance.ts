import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { metaQuery } from '@/api/meta';
import { usePreferences } from './preferences';

/** The theme that the person chose, and until then the server's. */
export function useTheme(): 'system' | 'light' | 'dark' {
  const { theme: chosen } = usePreferences();
  const { data: meta } = useQuery({ ...metaQuery(), enabled: false });
  return chosen ?? meta?.theme ?? 'system';
}

/** Puts the chosen theme, density and motion on the root element, and follows the system while it decides. */
export function useAppearance(): void {
  const { density, motion } = usePreferences();
  const theme = useTheme();
  useEffect(() => {
    const dark = window.matchMedia('(prefers-color-scheme: dark)');
    const apply = (): void => {
      const isDark = theme === 'dark' || (theme === 'system' && dark.matches);
      document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
    };
    apply();
    dark.addEventListener('change', apply);
    return () => {
      dark.removeEventListener('change', apply);
    };
  }, [theme]);
  useEffect(() => {
    document.documentElement.dataset.density = density;
    document.documentElement.dataset.motion = motion;
  }, [density, motion]);
}
