import { Tabs as Base } from '@base-ui/react/tabs';
import { type ReactElement, type ReactNode } from 'react';
import { classes } from '@/components/ui/classes';
import { tabClasses } from '@/components/ui/tab-classes';

export interface Tab<T extends string> {
  readonly value: T;
  readonly label: string;
  /** Behind the label: how many there are, or a chip. */
  readonly badge?: ReactNode;
  readonly content: ReactNode;
}

interface TabsProps<T extends string> {
  /** Names the list of tabs. */
  readonly label: string;
  readonly value: T;
  readonly onChange: (value: T) => void;
  readonly tabs: readonly Tab<T>[];
  readonly className?: string;
}

/** Views of one thing, of which one shows. Tabs that are routes are links instead: see `NavTabs` in link. */
export function Tabs<T extends string>({
  label,
  value,
  onChange,
  tabs,
  className,
}: TabsProps<T>): ReactElement {
  return (
    <Base.Root
      value={value}
      onValueChange={(next: T) => {
        onChange(next);
      }}
      className={classes('flex min-w-0 flex-col', className)}
    >
      <Base.List
        aria-label={label}
        activateOnFocus
        className="flex gap-1 overflow-x-auto border-b border-border"
      >
        {tabs.map((tab) => (
          <Base.Tab key={tab.value} value={tab.value} className={tabClasses}>
            {tab.label}
            {tab.badge}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} className="pt-4">
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
