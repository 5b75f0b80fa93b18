import { type ReactElement } from 'react';
import { Outlet } from 'react-router';
import { Redirect } from './redirect';
import { useSession } from './use-session';

/** Shows the login to those who are not signed in; others go to where they wanted to be. */
export function LoginGate(): ReactElement {
  const { kind } = useSession();
  return kind === 'signed-out' ? <Outlet /> : <Redirect to="/" />;
}
