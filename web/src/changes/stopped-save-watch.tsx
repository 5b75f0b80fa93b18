import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useEffect } from 'react';
import { sessionQuery } from '@/api/session';
import { usePlans } from './plans';
import { takeStoppedSave } from './stopped-save';

/** Tells who has signed in again how far their save had come, and goes on with it if they want. */
export function StoppedSaveWatch(): ReactElement | null {
  const { data: session } = useQuery({ ...sessionQuery(), enabled: false });
  const isIn = session !== undefined && session.kind !== 'signed-out';
  // Plans ask the server what it can do, which it tells nobody who is not signed in.
  return isIn ? <GoingOn /> : null;
}

function GoingOn(): null {
  const plans = usePlans();
  useEffect(() => {
    // By now the drafts of somebody else are gone, and this one with them.
    const stopped = takeStoppedSave();
    if (stopped !== undefined) void plans.goOn(stopped);
  }, [plans]);
  return null;
}
