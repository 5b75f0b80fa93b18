import { useEffect } from 'react';
import { createPath, type To, useLocation, useNavigate, useNavigation, useResolvedPath } from 'react-router';

/**
 * Leads on, unless the person has gone elsewhere meanwhile, the files of which may still be on their way. Whoever comes
 * back before that is shown is led on anew: `Navigate` navigates once for as long as it is mounted, and would leave the
 * page empty.
 */
export function Redirect({ to }: { readonly to: To }): null {
  const location = useLocation();
  const { state } = useNavigation();
  const navigate = useNavigate();
  const target = createPath(useResolvedPath(to));
  useEffect(() => {
    if (state === 'idle') void navigate(target, { replace: true });
  }, [location, state, navigate, target]);
  return null;
}
