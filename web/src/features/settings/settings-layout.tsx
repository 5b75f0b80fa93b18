import { type ReactElement } from 'react';
import { Outlet } from 'react-router';
import { useScope } from '@/app/use-session';
import { NavTabs } from '@/components/ui/link';
import { settingsCopy } from '@/copy/settings';

const { tabs: names } = settingsCopy;

const general = { to: '/settings', label: names.general };

const tabs = [
  general,
  { to: '/settings/namespaces', label: names.namespaces },
  { to: '/settings/tokens', label: names.tokens },
  { to: '/settings/server', label: names.server },
];

/** The frame of the settings. The server refuses all but the general ones to a token of one namespace. */
export function Component(): ReactElement {
  const scope = useScope();
  return (
    <div className="mx-auto flex w-full max-w-[60rem] flex-col gap-6">
      <NavTabs label={settingsCopy.navigation} tabs={scope === undefined ? tabs : [general]} />
      <div>
        <Outlet />
      </div>
    </div>
  );
}
