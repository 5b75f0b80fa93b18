import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** What Vite writes of a chunk; names are keys of the manifest. */
interface Chunk {
  readonly file: string;
  /** Of a file that the build names, such as the one of the first page. */
  readonly name?: string;
  readonly isDynamicEntry?: boolean;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

type Manifest = Readonly<Record<string, Chunk>>;

/** Where `npm run build:web` puts it. */
const built = join(process.cwd(), 'dist/web');

/** The page before any script has run, as it is served. */
export function readPage(): string {
  return readFileSync(join(built, 'index.html'), 'utf8');
}

/** How many bytes a built file takes as it travels. */
export function sentSize(file: string): number {
  const bytes = readFileSync(join(built, file));
  return file.endsWith('.woff2') ? bytes.byteLength : gzipSync(bytes, { level: 9 }).byteLength;
}

/** The built dashboard as chunks, by the manifest of Vite. */
export class Bundle {
  private readonly chunks = JSON.parse(readFileSync(join(built, '.vite/manifest.json'), 'utf8')) as Manifest;

  /** Chunks that are loaded before any page. */
  get shell(): ReadonlySet<string> {
    return this.closureOf('index.html');
  }

  /** Sources of the pages, each of which is loaded when somebody goes there. */
  get pages(): readonly string[] {
    return Object.keys(this.chunks).filter((name) => this.isPage(name));
  }

  /** The chunk that the build gives that name. */
  named(wanted: string): string {
    const found = Object.keys(this.chunks).find((name) => this.chunks[name]?.name === wanted);
    if (found === undefined) throw new Error(`There is no chunk named ${wanted}.`);
    return found;
  }

  /** Chunks that these sources need at once, beside those of the shell. */
  beyondShell(...sources: readonly string[]): ReadonlySet<string> {
    const { shell } = this;
    const needed = sources.flatMap((source) => [...this.closureOf(source)]);
    return new Set(needed.filter((name) => !shell.has(name)));
  }

  /** Scripts of these chunks, in gzipped bytes. */
  scriptSize(names: ReadonlySet<string>): number {
    const files = [...names].map((name) => this.chunks[name]?.file ?? '');
    return sum(files.filter((file) => file.endsWith('.js')).map(sentSize));
  }

  /** Style sheets of these chunks, in gzipped bytes. */
  styleSize(names: ReadonlySet<string>): number {
    const files = new Set([...names].flatMap((name) => this.chunks[name]?.css ?? []));
    return sum([...files].map(sentSize));
  }

  /** A chunk with all that it imports, but for what it may load later. */
  private closureOf(start: string): ReadonlySet<string> {
    const reached = new Set<string>();
    const waiting = [start];
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
      if (reached.has(name)) continue;
      const chunk = this.chunks[name];
      if (chunk === undefined) throw new Error(`There is no chunk ${name}.`);
      reached.add(name);
      waiting.push(...(chunk.imports ?? []));
    }
    return reached;
  }

  private isPage(name: string): boolean {
    return this.chunks[name]?.isDynamicEntry === true && /^src\/features\/.*-page\.tsx$/.test(name);
  }
}

function sum(sizes: readonly number[]): number {
  return sizes.reduce((total, size) => total + size, 0);
}
