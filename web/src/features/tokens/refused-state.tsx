import { type ReactElement } from 'react';
import { isRefusal } from '@/api/session';
import { EmptyState } from '@/components/empty-state';
import { tokensCopy } from '@/copy/tokens';

/** Stands for the list where the server does not let the caller see it. */
export function refusedState(error: Error): ReactElement | undefined {
  if (!isRefusal(error)) return undefined;
  return <EmptyState title={tokensCopy.refused} description={tokensCopy.refusedText} />;
}
