import { type DataRouter } from 'react-router';

/** Where the router keeps the place of an entry in the history of its tab. */
interface RouterState {
  readonly idx?: number;
}

const indexOfEntry = (): number | undefined => (window.history.state as RouterState | null)?.idx;

/**
 * Makes a router that knows addresses typed by hand: their entries of the history get the place that the router would
 * have given them. Without one it cannot go back from there, and so would leave unsaved input without a question.
 *
 * The place is a private matter of the router's; a test that types an address shows whether it still looks there.
 */
export function withTypedAddresses(create: () => DataRouter): DataRouter {
  let last = 0;
  // Listeners of a window are called in the order in which they came: the router's is to see the place.
  window.addEventListener('popstate', () => {
    if (indexOfEntry() === undefined) window.history.replaceState({ idx: last + 1 }, '');
  });
  const router = create();
  router.subscribe(() => {
    last = indexOfEntry() ?? last;
  });
  return router;
}
