import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, extname, join, relative, sep } from 'node:path';
import { Injectable, Logger } from '@nestjs/common';

/**
 * The files of a directory and of those in it, by their path in it with slashes; none where there is no such directory.
 */
export function filesIn(directory: string): ReadonlyMap<string, Buffer> {
  const entries = existsSync(directory)
    ? readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    : [];
  const files = entries.map(({ parentPath, name }) => join(parentPath, name));
  return new Map(files.map((file) => [relative(directory, file).replaceAll(sep, '/'), readFileSync(file)]));
}

/** A file of the dashboard as it is sent. */
export interface BuiltFile {
  readonly contentType: string;
  /** Says by its content which one it is, as `ETag` has it. */
  readonly tag: string;
  /** True where the name changes with the content, so that whoever has the file need never ask again. */
  readonly isImmutable: boolean;
  readonly plain: Buffer;
  /** Undefined where the build found it not worth it. */
  readonly gzip: Buffer | undefined;
  readonly br: Buffer | undefined;
}

/** What the build writes. Types of text name their charset. */
const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
};

/** Where the build puts files that are named by their content. */
const HASHED = 'assets';

/**
 * The files of the built dashboard, held in memory: one or two megabytes.
 *
 * They are read once, so that a build that is replaced while the server runs neither breaks an answer nor mixes with
 * the one before: pages that are open go on to find their chunks until the server starts anew.
 */
export class BuiltDashboard {
  private readonly files: ReadonlyMap<string, BuiltFile>;

  /** @param built What the build wrote, by path; a build that lacks a page is the same as none. */
  constructor(built: ReadonlyMap<string, Buffer>) {
    const files = built.has('index.html') ? [...built].filter(([path]) => isMeant(path)) : [];
    this.files = new Map(files.map(([path, plain]) => [`/${path}`, asSent(built, path, plain)]));
  }

  /** True where the dashboard was not built before the server was started. */
  get isMissing(): boolean {
    return this.files.size === 0;
  }

  /** The file of that path, with its slash; the page itself is `/`. */
  find(path: string): BuiltFile | undefined {
    return this.files.get(path === '/' ? '/index.html' : path);
  }
}

/** True for files right in the build or among the hashed ones that are meant to be asked for. */
function isMeant(path: string): boolean {
  return ['.', HASHED].includes(dirname(path)) && extname(path) in contentTypes;
}

function asSent(built: ReadonlyMap<string, Buffer>, path: string, plain: Buffer): BuiltFile {
  const digest = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
  return {
    contentType: contentTypes[extname(path)] ?? 'application/octet-stream',
    // Weak, because it is the same for all encodings.
    tag: `W/"${digest}"`,
    isImmutable: path.startsWith(`${HASHED}/`),
    plain,
    gzip: built.get(`${path}.gz`),
    br: built.get(`${path}.br`),
  };
}

/** Says at the start that there is no dashboard to serve. */
@Injectable()
export class DashboardWarning {
  private readonly logger = new Logger('dashboard');

  constructor(private readonly dashboard: BuiltDashboard) {}

  /** Logs a line where it is missing. */
  run(): void {
    if (this.dashboard.isMissing)
      this.logger.warn('the dashboard has not been built, so that / answers 404: run `npm run build`');
  }
}
