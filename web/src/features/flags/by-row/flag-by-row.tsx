import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, type RefCallback, useEffect, useMemo } from 'react';
import { useOnScreen } from '@/components/use-on-screen';
import { entryOf, type FlagEntry } from '../flag-entry';
import { type RowContext } from '../flag-row';
import { stepsQuery } from './steps-query';

interface FlagByRowProps {
  readonly entry: FlagEntry;
  readonly context: RowContext;
  /** Shows the flag with what is known of it; the ref is for its row or card. */
  readonly children: (entry: FlagEntry, context: RowContext, ref?: RefCallback<Element>) => ReactElement;
}

/** One flag of the list; where the index is refused, it asks for what decides about it. */
export function FlagByRow(props: FlagByRowProps): ReactElement {
  const { entry, context, children } = props;
  return context.state.isRefused ? <AskingFlag {...props} /> : children(entry, context);
}

/** Asks while it is on the screen, and no more once it has left that. */
function AskingFlag({ entry: { flag }, context, children }: FlagByRowProps): ReactElement {
  const client = useQueryClient();
  const [isOnScreen, ref] = useOnScreen();
  const query = useMemo(() => stepsQuery(flag), [flag]);
  const { data, isPending } = useQuery({ ...query, enabled: isOnScreen });
  useEffect(() => {
    if (!isOnScreen) void client.cancelQueries({ queryKey: query.queryKey });
  }, [client, isOnScreen, query]);
  const entry = useMemo(() => entryOf(flag, data), [flag, data]);
  const known = useMemo<RowContext>(
    () => ({ ...context, state: { ...context.state, isLoading: isPending } }),
    [context, isPending],
  );
  return children(entry, known, ref);
}
