import { type ComponentType, lazy, type ReactElement, Suspense, useState } from 'react';

/** Gives what is not in the file of the page, or an error where that cannot be loaded now. */
type Load<Props> = () => Promise<ComponentType<Props>>;

/** A component in a file of its own, which may be asked for before it is wanted. */
export interface LoadedAhead<Props> {
  readonly Component: (props: Props) => ReactElement;
  /**
   * Loads it once a person presses anything: the first load of a page goes before. For an effect of the component that
   * may want it.
   */
  readonly loadWhenTouched: () => () => void;
}

/**
 * Splits a component off that is to show in the moment it is wanted: a component whose file is there does not wait,
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
    loadWhenTouched: () => {
      const touched = new AbortController();
      for (const press of ['pointerdown', 'keydown']) {
        addEventListener(
          press,
          () => {
            touched.abort();
            // An error is told when the component is wanted.
            loadOnce().catch(() => undefined);
          },
          { signal: touched.signal, capture: true },
        );
      }
      return () => {
        touched.abort();
      };
    },
  };
}
