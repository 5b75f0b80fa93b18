import { UserRound } from 'lucide-react';
import { type ReactElement, use } from 'react';
import { type Session } from '@/api/session';
import { type Token } from '@/api/types';
import { ClockContext } from '@/components/clock';
import { Button } from '@/components/ui/button';
import { Menu, MenuItem, MenuLinkItem, MenuRadioGroup, MenuSeparator } from '@/components/ui/menu';
import { methodsCopy } from '@/copy/methods';
import { shellCopy } from '@/copy/shell';
import { formatRelative } from '@/lib/time';
import { setPreference } from './preferences';
import { useTheme } from './appearance';
import { initialsOf, nameOf, secondNameOf } from './person';
import { openShortcutHelp } from './shortcut-help';
import { useSignOut } from './sign-out';
import { useSession } from './use-session';

/** Who is signed in, and what concerns only them. Nobody is, where authentication is off. */
export function UserMenu(): ReactElement | null {
  const session = useSession();
  return session.kind === 'person' || session.kind === 'token' ? <MenuOf session={session} /> : null;
}

function MenuOf({
  session,
}: {
  readonly session: Extract<Session, { kind: 'person' | 'token' }>;
}): ReactElement {
  const copy = shellCopy.user;
  const signOut = useSignOut();
  const theme = useTheme();
  const name = session.kind === 'token' ? copy.token : nameOf(session.self);
  return (
    <Menu
      trigger={
        <Button variant="ghost" size="compact">
          <span
            aria-hidden
            className="flex size-6 items-center justify-center rounded-full bg-accent-soft text-caption text-text"
          >
            {session.kind === 'token' ? <UserRound size={14} /> : initialsOf(name)}
          </span>
          <span className="sr-only">{`${copy.menu}: ${name}`}</span>
        </Button>
      }
    >
      <div className="px-2 py-1.5">
        <p className="font-medium">{name}</p>
        {session.self !== undefined && <Particulars self={session.self} />}
      </div>
      <MenuSeparator />
      <MenuRadioGroup
        label={copy.theme}
        value={theme}
        options={(['system', 'light', 'dark'] as const).map((value) => ({
          value,
          label: copy.themes[value],
        }))}
        onChange={(value) => {
          setPreference('theme', value);
        }}
      />
      <MenuSeparator />
      <MenuItem onSelect={openShortcutHelp}>{copy.shortcuts}</MenuItem>
      <MenuLinkItem to="/support">{copy.about}</MenuLinkItem>
      <MenuSeparator />
      <MenuItem onSelect={() => void signOut()}>{copy.signOut}</MenuItem>
    </Menu>
  );
}

function Particulars({ self }: { readonly self: Token }): ReactElement {
  const copy = shellCopy.user;
  const { now } = use(ClockContext);
  const second = secondNameOf(self);
  return (
    <>
      {second !== undefined && <p className="text-secondary text-muted">{second}</p>}
      <p className="text-caption text-muted">{copy.by(methodsCopy[self.method].by)}</p>
      {self.expiresAt !== undefined && (
        <p className="text-caption text-muted">{copy.ends(formatRelative(new Date(self.expiresAt), now))}</p>
      )}
    </>
  );
}
