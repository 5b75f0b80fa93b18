import { type Plugin } from 'vite';

/**
 * Has the browser load the files of a page beside those of the shell, which asks for them only once it has run: for the
 * page that most people come to first.
 *
 * @param source Of the page, as the router imports it.
 */
export function preloadPage(source: string): Plugin {
  return {
    name: 'pennon:preload-page',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const page = chunks.find(({ moduleIds }) => moduleIds.includes(source));
        if (page === undefined) throw new Error(`${source} is in no file`);
        const needed = new Set([page.fileName]);
        for (const name of needed) {
          const chunk = chunks.find(({ fileName }) => fileName === name);
          for (const imported of chunk?.imports ?? []) needed.add(imported);
        }
        return [...needed]
          .filter((name) => !html.includes(name))
          .map((name) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `./${name}` },
            injectTo: 'head',
          }));
      },
    },
  };
}
