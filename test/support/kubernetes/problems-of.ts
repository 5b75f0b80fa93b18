import { join } from 'node:path';
import ts from 'typescript';

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
}

/** A file that is nowhere but in the compiler: beside the packages that it imports. */
const FILE = join(process.cwd(), 'manifests-under-test.ts');

/** Packages of the models that are not Kubernetes' own, by the group of the API. */
const models: Readonly<Record<string, string>> = {
  'monitoring.coreos.com': '@kubernetes-models/prometheus-operator',
  'gateway.networking.k8s.io': '@kubernetes-models/gateway-api',
};

const options: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  types: [],
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
};

/**
 * What is wrong with manifests: fields that are unknown, missing or of another type than the schemas of Kubernetes, of
 * the Gateway API and of the Prometheus Operator say.
 *
 * The schemas are the types that `kubernetes-models` generates from the OpenAPI documents of these projects, and it is
 * the compiler that compares. It does not look into texts: what is a quantity, or a name, it does not know.
 */
export function problemsOf(manifests: readonly unknown[]): readonly string[] {
  const lines = manifests.flatMap((manifest, index) => linesOf(manifest as Manifest, index));
  const text = lines.join('\n');
  const program = ts.createProgram([FILE], options, hostWith(text));
  return ts.getPreEmitDiagnostics(program).map(({ messageText, file, start }) => {
    const line = file === undefined || start === undefined ? '' : lineAt(file.text, start);
    return `${ts.flattenDiagnosticMessageText(messageText, '\n')}\n  ${line}`;
  });
}

/** Types that were read already: there are many, and they do not change. */
const read = new Map<string, ts.SourceFile | undefined>();

/** The files of this disk, and the one that is nowhere. */
function hostWith(text: string): ts.CompilerHost {
  const host = ts.createCompilerHost(options);
  return {
    ...host,
    fileExists: (file) => file === FILE || host.fileExists(file),
    getSourceFile(file, target) {
      if (file === FILE) return ts.createSourceFile(file, text, target);
      if (!read.has(file)) read.set(file, host.getSourceFile(file, target));
      return read.get(file);
    },
  };
}

function linesOf(manifest: Manifest, index: number): readonly string[] {
  const { apiVersion, kind } = manifest;
  const [group = ''] = apiVersion.split('/');
  return [
    `import type { I${kind} as Model${index} } from '${models[group] ?? 'kubernetes-models'}/${apiVersion}/${kind}';`,
    `export const manifest${index}: Model${index} = ${JSON.stringify(manifest, undefined, 1)};`,
  ];
}

function lineAt(text: string, position: number): string {
  const start = text.lastIndexOf('\n', position) + 1;
  return text.slice(start, text.indexOf('\n', position)).trim();
}
