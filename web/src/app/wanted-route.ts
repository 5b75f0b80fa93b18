/** The page that someone wanted before they had to sign in. */
const STORAGE_KEY = 'pennon.wanted';

const KNOWN =
  /^\/(?:namespaces|flags|segments|console|playground|compare|settings|onboarding|support)(?:[/?]|$)/;

export function rememberWantedRoute(path: string): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, path);
  } catch {
    // Storage is blocked: the login ends on the start page.
  }
}

export function forgetWantedRoute(): void {
  try {
    sessionStorage.removeItem(STORAGE_KEY);
  } catch {
    // What could not be stored needs not be forgotten.
  }
}

/** The page; undefined when there is none or it is no page of ours. */
export function wantedRoute(): string | undefined {
  try {
    const path = sessionStorage.getItem(STORAGE_KEY);
    return path !== null && KNOWN.test(path) ? path : undefined;
  } catch {
    return undefined;
  }
}
