import { mkdir, mkdtemp, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { ObjectStore } from '@pennon/publication';
import { DeclarativeSource, type DeclarativeOptions } from '../declarative-source';
import { DirectoryStore } from '../sources/directory/directory-store';

/** The compiled thread: tests run TypeScript, and a thread does not. */
export const THREAD_PROGRAM = resolve(
  __dirname,
  '../../../../dist/libs/document-source/src/thread/document-thread.js',
);

/** Bounds that tests do not reach. */
export const someLimits = {
  maxObjectBytes: 1024 * 1024,
  maxDocumentLength: { json: 1024 * 1024, yaml: 1024 * 1024 },
};

/** Options of a source under test, but for some. */
export function someOptions(some: Partial<DeclarativeOptions> = {}): DeclarativeOptions {
  return {
    limits: someLimits,
    worker: { program: THREAD_PROGRAM, maxMemoryMiB: 256 },
    settleMs: 0,
    tokenGraceMs: 60_000,
    ...some,
  };
}

/** A directory of files, and what reads it. */
export class TreeUnderTest {
  private readonly opened: DeclarativeSource[] = [];

  private constructor(readonly path: string) {}

  static async make(): Promise<TreeUnderTest> {
    return new TreeUnderTest(await mkdtemp(join(tmpdir(), 'pennon-declarative-')));
  }

  /** A source of this directory, or of another place. It is closed with the directory. */
  source(
    some: Partial<DeclarativeOptions> = {},
    store: ObjectStore = new DirectoryStore(this.path),
  ): DeclarativeSource {
    const places = { location: store.location, files: store, publication: store };
    const source = new DeclarativeSource(places, someOptions(some));
    this.opened.push(source);
    return source;
  }

  /** Replaces a file at once. @param second When it was changed, in seconds since the Unix epoch; now unless given. */
  async write(name: string, text: string | Buffer, second?: number): Promise<void> {
    const file = join(this.path, name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(`${this.path}.new`, text);
    await rename(`${this.path}.new`, file);
    if (second !== undefined) await utimes(file, second, second);
  }

  async delete(name: string): Promise<void> {
    await rm(join(this.path, name));
  }

  async remove(): Promise<void> {
    for (const source of this.opened) await source.close();
    await rm(this.path, { recursive: true, force: true });
  }
}

/** A document with one boolean flag, in YAML. */
export function aFlagIn(namespaceKey: string, isEnabled = true, flagKey = 'hello'): string {
  return `namespace: ${namespaceKey}
flags:
  - key: ${flagKey}
    name: Hello
    type: BOOLEAN_FLAG_TYPE
    enabled: ${String(isEnabled)}
`;
}
