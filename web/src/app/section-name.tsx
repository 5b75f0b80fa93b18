import { type ReactElement } from 'react';

export interface SectionNameProps {
  readonly label: string;
  /** There is room for the icon only: the name is for screen readers. */
  readonly isCollapsed: boolean;
}

/** The name of a section in the sidebar. */
export function SectionName({ label, isCollapsed }: SectionNameProps): ReactElement {
  return <span className={isCollapsed ? 'sr-only' : undefined}>{label}</span>;
}
