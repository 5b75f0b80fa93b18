import { commonCopy } from '@/copy/common';
import { shellCopy } from '@/copy/shell';
import { namespacePath } from './choose-namespace';

/** One step of the way to a page. */
export interface Crumb {
  readonly label: string;
  readonly to: string;
}

/** Segments of addresses that are words of ours. */
const names: Readonly<Record<string, string>> = {
  ...shellCopy.sections,
  playground: shellCopy.sections.console,
  new: commonCopy.create,
  namespaces: commonCopy.pages.namespaces,
  tokens: commonCopy.pages.tokens,
  server: commonCopy.pages.server,
  compare: commonCopy.pages.compare,
  onboarding: commonCopy.pages.onboarding,
  api: commonCopy.pages.apiReference,
  rules: commonCopy.pages.rules,
  analytics: commonCopy.pages.analytics,
  code: commonCopy.pages.code,
  history: commonCopy.pages.history,
};

/** The steps to a page. Segments that are no words of ours are keys, and shown as they are. */
export function crumbsOf(pathname: string, namespaceKey: string | undefined): readonly Crumb[] {
  const segments = pathname
    .split('/')
    .filter((segment) => segment !== '')
    .map(decodeURIComponent);
  if (namespaceKey === undefined) {
    return segments.map((segment, index) => ({
      label: names[segment] ?? segment,
      to: `/${segments
        .slice(0, index + 1)
        .map(encodeURIComponent)
        .join('/')}`,
    }));
  }
  const [, , section, ...rest] = segments;
  const first = { label: namespaceKey, to: namespacePath(namespaceKey, 'flags') };
  if (section === undefined) return [first];
  const inSection = [section, ...rest].map((segment, index) => ({
    // The second is a key, also one that is called like a page; but for `new`, which is a page.
    label: index === 1 && segment !== 'new' ? segment : (names[segment] ?? segment),
    to: namespacePath(namespaceKey, section, ...rest.slice(0, index)),
  }));
  return [first, ...inSection];
}
