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

/** Within the namespace. */
export const namespaceSections: readonly Section[] = [
  { path: 'flags', label: sections.flags, icon: Flag },
  { path: 'segments', label: sections.segments, icon: Layers },
  { path: 'console', label: sections.console, icon: FlaskConical },
  { path: 'health', label: sections.health, icon: Stethoscope, Name: HealthName },
  { path: 'activity', label: sections.activity, icon: History },
];

/** Beside the namespaces. */
export const commonSections: readonly Section[] = [
  { path: '/settings', label: sections.settings, icon: Settings },
  { path: '/support', label: sections.support, icon: LifeBuoy },
];
