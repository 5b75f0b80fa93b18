import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, symlinkSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { readContext } from './context';
import { instructionsOf } from './dockerfile';

/** Instructions that only say how the image is run, or that concern its system. */
const ofTheSystem = ['ENV', 'USER', 'VOLUME', 'EXPOSE', 'HEALTHCHECK', 'ENTRYPOINT', 'CMD', 'LABEL'];

/** Values of build arguments, by name. */
type BuildArguments = Readonly<Record<string, string>>;

/** Where a step runs: the directory, the root of the image, and the build arguments that it sees. */
interface Place {
  readonly directory: string;
  readonly root: string;
  readonly declared: BuildArguments;
}

/** Packages as `npm ci` puts them: those of this checkout, which its lock file asked for. */
const packages = ['node_modules', 'web/node_modules'];

/**
 * Carries out a stage of the Dockerfile without Docker, in a directory of its own in place of the root of the image.
 *
 * Copies and the steps of npm are carried out as they stand, but that packages are linked rather than fetched. Of the
 * step that makes the user, its directory is made, with that owner where this user may give things away. Any other step
 * is an error.
 *
 * @param place Where that directory is made, and those of the stages that it copies from.
 * @param given Build arguments, which reach the steps after their `ARG` alone.
 * @param built Where those stages have been carried out already; they are carried out unless given.
 * @returns The directory that the last `WORKDIR` names.
 */
export function buildStage(
  stage: string,
  place: string,
  { given = {}, built }: { readonly given?: BuildArguments; readonly built?: string } = {},
): string {
  const root = mkdtempSync(join(place, `${stage}-`));
  let directory = root;
  const declared: Record<string, string> = {};
  for (const { name, text } of instructionsOf(stage)) {
    if (name === 'WORKDIR') mkdirSync((directory = join(root, text)), { recursive: true });
    else if (name === 'COPY') copy(text, directory, (from) => built ?? buildStage(from, place, { given }));
    else if (name === 'ARG') Object.assign(declared, valueOf(text, given));
    else if (name === 'RUN') run(text, { directory, root, declared });
    else if (!ofTheSystem.includes(name)) throw new Error(`what does ${name} do?`);
  }
  return directory;
}

function copy(text: string, directory: string, build: (stage: string) => string): void {
  const isGiven = readContext();
  const words = text.split(' ');
  const [, from] = /^--from=(.+)$/.exec(words[0] ?? '') ?? [];
  const paths = from === undefined ? words : words.slice(1);
  const target = paths.pop() ?? '';
  // Of another stage: below the directory that it worked in.
  const source = from === undefined ? process.cwd() : build(from);
  for (const path of paths) {
    const file = resolve(source, from === undefined ? path : relative('/src', path));
    if (from === undefined && !isGiven(path)) throw new Error(`Docker is not given ${path}`);
    const copied = join(directory, target, target.endsWith('/') ? basename(path) : '');
    cpSync(file, copied, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (inner) => from !== undefined || isGiven(relative(source, inner)),
    });
  }
}

function valueOf(text: string, given: BuildArguments): BuildArguments {
  const [name = '', ...byDefault] = text.split('=');
  return { [name]: given[name] ?? byDefault.join('=') };
}

/** A user, and a directory that is its own. */
const HOME_OF_USER = /^useradd [^&]+&& (install --directory) (--owner=\d+ --group=\d+) (--mode=\d+) (\/\S+)$/;

function run(text: string, { directory, root, declared }: Place): void {
  const [, install = '', owner = '', mode = '', home] = HOME_OF_USER.exec(text) ?? [];
  if (home !== undefined) {
    const [program = '', ...args] = `${install} ${process.getuid?.() === 0 ? owner : ''} ${mode}`.split(/ +/);
    execFileSync(program, [...args, join(root, home)]);
    return;
  }
  if (text === 'npm ci') {
    link(directory);
    npm(['run', 'postinstall'], directory, declared);
    return;
  }
  const [, script] = /^npm run (\S+)$/.exec(text) ?? [];
  if (script === undefined) throw new Error(`what does RUN ${text} do?`);
  npm(['run', script], directory, declared);
}

function link(directory: string): void {
  for (const path of packages.filter((path) => existsSync(path)))
    symlinkSync(resolve(path), join(directory, path));
}

function npm(args: readonly string[], cwd: string, env: BuildArguments): void {
  execFileSync('npm', ['--silent', ...args], { cwd, stdio: 'pipe', env: { ...process.env, ...env } });
}
