import { type Plugin } from 'vite';

/**
 * Has the page ask for a font with its first requests, instead of when its style sheet has come.
 *
 * @param name Matches the file of the font, which must be one.
 */
export function preloadFont(name: RegExp): Plugin {
  return {
    name: 'pennon:preload-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const [href, ...others] = Object.keys(bundle).filter((file) => name.test(file));
        if (href === undefined || others.length > 0) throw new Error(`${name.source} is not one font`);
        // Fonts are asked for without credentials, whoever they come from; a preload has to be as well.
        const attrs = {
          rel: 'preload',
          as: 'font',
          type: 'font/woff2',
          href: `./${href}`,
          crossorigin: true,
        };
        return [{ tag: 'link', attrs, injectTo: 'head' }];
      },
    },
  };
}
