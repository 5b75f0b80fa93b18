/** One slash, and then printable ASCII but for the backslash, which browsers take for a slash. */
const LOCAL_PATH = /^\/[!-[\]-~]*$/;

/**
 * Where the browser goes after a login: the path that the page asked for, if it certainly stays on this site.
 *
 * A second slash anywhere is not taken, so that neither `//evil.example` nor what tidying makes of `/./` leads away.
 */
export function returnPathOf(asked: string): string {
  return LOCAL_PATH.test(asked) && !asked.includes('//') ? asked : '/';
}
