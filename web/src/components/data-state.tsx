import { type ReactElement, type ReactNode, useEffect, useState } from 'react';
import { ErrorState } from '@/components/error-state';
import { SkeletonRows } from '@/components/ui/skeleton';
import { kitCopy } from '@/copy/kit';

/** What this needs of a query; results of TanStack Query have it. */
export interface DataQuery<T> {
  readonly data: T | undefined;
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

interface DataStateProps<T> {
  readonly query: DataQuery<T>;
  /** What is loaded, for the messages, as in `flags`. */
  readonly what: string;
  /** The layout to come; rows unless told. */
  readonly skeleton?: ReactNode;
  /** Shown instead of the content when `isEmpty` says so. */
  readonly empty?: ReactNode;
  readonly isEmpty?: (data: T) => boolean;
  /** Shown for an error, where the page knows better than "Cannot load". */
  readonly renderError?: (error: Error) => ReactNode;
  readonly children: (data: T) => ReactNode;
}

/** Loading, failed, empty or there. Data that was loaded before stays while it is refreshed or when that fails. */
export function DataState<T>({
  query,
  what,
  skeleton,
  empty,
  isEmpty,
  renderError,
  children,
}: DataStateProps<T>): ReactElement {
  const { data, error } = query;
  if (data !== undefined) {
    return <>{empty !== undefined && isEmpty?.(data) === true ? empty : children(data)}</>;
  }
  if (error !== null) {
    return (
      <>
        {renderError?.(error) ?? (
          <ErrorState
            title={kitCopy.cannotLoad(what)}
            details={error.message}
            retrying={query.isFetching}
            onRetry={() => void query.refetch()}
          />
        )}
      </>
    );
  }
  return <Loading what={what}>{skeleton ?? <SkeletonRows />}</Loading>;
}

/** Fast answers show no skeleton at all. */
const skeletonDelay = 150;

function Loading({ what, children }: { readonly what: string; readonly children: ReactNode }): ReactElement {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => {
      setLate(true);
    }, skeletonDelay);
    return () => {
      clearTimeout(timer);
    };
  }, []);
  return (
    <div role="status" aria-busy>
      <span className="sr-only">{isLate ? kitCopy.loading(what) : ''}</span>
      <div className={isLate ? undefined : 'invisible'}>{children}</div>
    </div>
  );
}
