const PROBE = 'pennon.probe';

/** False where the browser keeps pages from storing anything, as some do in private windows. */
export function canStore(): boolean {
  try {
    localStorage.setItem(PROBE, '');
    localStorage.removeItem(PROBE);
    return true;
  } catch {
    return false;
  }
}
