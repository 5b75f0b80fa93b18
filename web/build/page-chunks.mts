import { type Rolldown } from 'vite';

/** The sources that a page consists of, by a name for its files. */
export type PageSources = Readonly<Record<string, readonly string[]>>;

/**
 * What stands behind an `index.ts` that offers more than a page takes: only the bundler itself knows what is taken.
 */
const offeredBySeveral = /[\\/](src[\\/](lib[\\/](plan|compare)|features)|libs[\\/]state)[\\/]/;

type Group = Rolldown.CodeSplittingGroup;
type Graph = Rolldown.ChunkingContext;

/**
 * What the first page shares with others, in a file for each set of pages that needs it: browsers ask for a handful of
 * files instead of one for each module, and none of these pages loads what it does not need.
 *
 * @param first The page that most people come to first.
 * @param others Those that may share its files. What any further page needs stays by itself, so that none of them takes
 * along more than it needs.
 */
export function firstPageChunks(first: string, others: readonly string[], pages: PageSources): Group {
  const needing = needingOf(pages);
  return {
    name: (id, graph) => {
      if (offeredBySeveral.test(id)) return null;
      const found = needing(id, graph);
      const isShared = found.every((page) => page === first || others.includes(page));
      return found.includes(first) && isShared ? found.join('-') : null;
    },
    // What one page alone needs is in its own file.
    minShareCount: 2,
    // What a module needs is needed by the same pages at least: it has its own file by this rule.
    includeDependenciesRecursively: false,
  };
}

/** Finds the pages that are loaded with a module. */
function needingOf(pages: PageSources): (id: string, graph: Graph) => readonly string[] {
  let modules: readonly (readonly [page: string, ids: ReadonlySet<string>])[] | undefined;
  return (id, graph) => {
    modules ??= Object.entries(pages).map(([page, sources]) => [page, closureOf(sources, graph)]);
    return modules.filter(([, ids]) => ids.has(id)).map(([page]) => page);
  };
}

/** All modules that are loaded with these sources. */
function closureOf(sources: readonly string[], graph: Graph): ReadonlySet<string> {
  const reached = new Set(sources);
  for (const id of reached) {
    const module = graph.getModuleInfo(id);
    if (module === null) throw new Error(`${id} is no module of the dashboard.`);
    for (const imported of module.importedIds) reached.add(imported);
  }
  return reached;
}
