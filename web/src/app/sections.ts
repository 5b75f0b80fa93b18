import { useQuery } from '@tanstack/react-query';
import {
  Flag,
  FlaskConical,
  History,
  Layers,
  LifeBuoy,
  type LucideIcon,
  Settings,
  Stethoscope,
} from 'lucide-react';
import { type ComponentType, lazy } from 'react';
import { capabilitiesQuery } from '@/api/capabilities';
import { shellCopy } from '@/copy/shell';
import { SectionName, type SectionNameProps } from './section-name';

/** A part of the dashboard that the sidebar leads to. */
export interface Section {
  readonly path: string;
  readonly label: string;
  readonly icon: LucideIcon;
  /** Names it in the sidebar where there is more to say than its label. */
  readonly Name?: ComponentType<SectionNameProps>;
}

/** Counts errors, and comes after the page; where its file does not come, the section keeps its plain name. */
const HealthName = lazy(async () => ({
  default: await import('@/features/health/health-name').then(
    ({ HealthName: loaded }) => loaded,
    () => SectionName,
  ),
}));

const { sections } = shellCopy;

const ofEveryServer: readonly Section[] = [
  { path: 'flags', label: sections.flags, icon: Flag },
  { path: 'segments', label: sections.segments, icon: Layers },
  { path: 'console', label: sections.console, icon: FlaskConical },
  { path: 'health', label: sections.health, icon: Stethoscope, Name: HealthName },
];
const withActivity: readonly Section[] = [
  ...ofEveryServer,
  { path: 'activity', label: sections.activity, icon: History },
];

/** Within the namespace; what only some servers have is there when this one has said so. */
export function useNamespaceSections(): readonly Section[] {
  const { data: capabilities } = useQuery(capabilitiesQuery());
  return capabilities?.auditLog === true ? withActivity : ofEveryServer;
}

/** Beside the namespaces. */
export const commonSections: readonly Section[] = [
  { path: '/settings', label: sections.settings, icon: Settings },
  { path: '/support', label: sections.support, icon: LifeBuoy },
];
