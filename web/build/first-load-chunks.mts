import { type Rolldown } from 'vite';

type Group = Rolldown.CodeSplittingGroup;
type Graph = Rolldown.ChunkingContext;

/** Sources of what a browser loads first. */
export interface FirstLoad {
  /** Every page needs it. */
  readonly shell: readonly string[];
  /** The page that most people come to first. */
  readonly page: readonly string[];
  /** The first page shows without, and asks for it by itself. */
  readonly later: readonly string[];
  /** Pages that load nothing of the first one but what they share with it. */
  readonly others: readonly (readonly string[])[];
}

/** A module that offers more than one page takes: only the bundler knows what is taken. */
const offersMore =
  /[\\/](src[\\/](features[\\/]\w+|index)|libs[\\/](state|snapshot|evaluator)[\\/]src)[\\/]index\.ts$|lucide-react\.mjs$/;

/** Parts of the query library that few pages take, and its main module offers. */
const rareQueries =
  /[\\/](queriesObserver|mutationObserver|infiniteQueryObserver|useQueries|useMutation|useInfiniteQuery)\.js$/;

const iconLibrary = /[\\/]lucide-react[\\/]/;

const icon = /[\\/]lucide-react[\\/].*[\\/]icons[\\/]([\w-]+)\.mjs$/;

/** What comes later evaluates, and pages that change something need the rest of them. */
const evaluation = /[\\/]libs[\\/](state|snapshot|evaluator)[\\/]/;

/**
 * Puts what a browser loads first into three files: over HTTP/1.1 files wait for their turn, and one file compresses
 * better than the pieces that pages share. What only further pages need is left to the bundler.
 */
export function firstLoadChunks(load: FirstLoad): Group {
  let files: ReadonlyMap<string, string> | undefined;
  let icons: ReadonlySet<string> | undefined;
  return {
    name: (id, graph) => {
      if (rareQueries.test(id)) return null;
      files ??= filesOf(load, graph);
      icons ??= iconsOf([...files.keys()], graph);
      const iconName = icon.exec(id)?.[1];
      if (iconName !== undefined) return icons.has(iconName) ? 'shell' : 'icons';
      return files.get(id) ?? (evaluation.test(id) ? 'later' : iconLibrary.test(id) ? 'shell' : null);
    },
    // What a module needs is assigned by itself.
    includeDependenciesRecursively: false,
  };
}

/** The file of each module that a first load needs. */
function filesOf({ shell, page, later, others }: FirstLoad, graph: Graph): ReadonlyMap<string, string> {
  const inShell = modulesOf(shell, graph, /lucide-react\.mjs$/);
  const inPage = modulesOf(page, graph, offersMore);
  const inLater = modulesOf(later, graph, offersMore);
  const inOthers = others.map((sources) => modulesOf(sources, graph, offersMore));
  const fileOf = (id: string): string => {
    const users = inOthers.filter((modules) => modules.has(id)).length;
    if (inShell.has(id)) return 'shell';
    if (inPage.has(id)) return users > 0 || inLater.has(id) ? 'shell' : 'flags';
    return users > 1 ? 'shell' : 'later';
  };
  return new Map([...inShell, ...inPage, ...inLater].map((id) => [id, fileOf(id)]));
}

/** All modules that are loaded with these sources. @param closed Modules behind which it does not look. */
function modulesOf(sources: readonly string[], graph: Graph, closed: RegExp): ReadonlySet<string> {
  const reached = new Set(sources);
  for (const id of reached) {
    if (closed.test(id)) continue;
    const module = graph.getModuleInfo(id);
    if (module === null) throw new Error(`There is no module ${id}.`);
    for (const imported of module.importedIds) reached.add(imported);
  }
  return reached;
}

/** The icons that these modules show, as their files are named. */
function iconsOf(modules: readonly string[], graph: Graph): ReadonlySet<string> {
  const codeOf = (id = ''): string => graph.getModuleInfo(id)?.code ?? '';
  // Icons have several names.
  const fileOf = new Map<string, string>();
  const library = codeOf(modules.find((id) => id.endsWith('lucide-react.mjs')));
  for (const [, names = '', file = ''] of library.matchAll(/\{(.*)\} from '.\/icons\/([\w-]+)\.mjs'/g)) {
    for (const [, name = ''] of names.matchAll(/default as (\w+)/g)) fileOf.set(name, file);
  }
  const imports = modules.map((id) => /\{(.*)\} from "lucide-react"/.exec(codeOf(id))?.[1] ?? '');
  return new Set(imports.flatMap((names) => names.match(/\w+/g) ?? []).map((name) => fileOf.get(name) ?? ''));
}
