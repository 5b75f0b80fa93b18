import { type ComponentType, lazy, type ReactElement, Suspense, useState } from 'react';

/** Gives what is not in the file of the page, or an error where that cannot be loaded now. */
type Load<Props> = () => Promise<ComponentType<Props>>;

/** A component in a file of its own, which may be asked for before it is wanted. */
export interface LoadedAhead<Props> {
  readonly Component: (props: Props) => ReactElement;
  /** Loads it once the browser has nothing else to do; whoever wants it later is told of an error then. */
  readonly loadWhenIdle: () => void;
}

/**
 * Splits a component off that is to show in the moment it is wanted: what was loaded ahead does not wait for anything,
 * whereas React shows what it has waited for a while later than it could.
 */
export function loadAhead<Props extends object>(load: Load<Props>): LoadedAhead<Props> {
  let loaded: ComponentType<Props> | undefined;
  const loadOnce = async (): Promise<{ readonly default: ComponentType<Props> }> => {
    loaded ??= await load();
    return { default: loaded };
  };
  const Waiting = lazy(loadOnce);
  return {
    Component: (props) => {
      const [Shown] = useState<ComponentType<Props>>(() => loaded ?? Waiting);
      return (
        <Suspense>
          <Shown {...props} />
        </Suspense>
      );
    },
    loadWhenIdle: () => {
      const now = (): void => {
        loadOnce().catch(() => undefined);
      };
      if ('requestIdleCallback' in window) requestIdleCallback(now);
      else setTimeout(now, 1_000);
    },
  };
}
