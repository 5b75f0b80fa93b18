import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { findProgram } from '../programs';

type Values = Readonly<Record<string, unknown>>;

/** Values that a chart refuses: the message says why, as Helm does. */
export class RefusedValuesError extends Error {}

/** A chart, as Helm renders it. */
export class Chart {
  /** @param release What it is called where it is installed, in the namespace `flags`. */
  constructor(
    private readonly directory = 'deploy/helm/pennon',
    private readonly release = 'pennon',
  ) {}

  /**
   * The manifests, with these values in place of the chart's own; without those of hooks.
   *
   * @throws RefusedValuesError if the chart refuses the values.
   */
  render(values: Values = {}): readonly unknown[] {
    return Object.values(this.renderFiles(values)).flat();
  }

  /** The same by the file of the template. */
  renderFiles(values: Values = {}): Readonly<Record<string, readonly unknown[]>> {
    return byFile(this.helm(['template', this.release, this.directory, '--no-hooks'], values));
  }

  /** The manifests, and those of hooks: what Helm runs before an upgrade, and `helm test`. */
  renderAll(values: Values = {}): readonly unknown[] {
    return documentsOf(this.helm(['template', this.release, this.directory], values));
  }

  /** What is told after an installation. */
  notes(values: Values = {}): string {
    const told = this.helm(['install', this.release, this.directory, '--dry-run=client'], values);
    return told.slice(told.indexOf('NOTES:'));
  }

  private helm(args: readonly string[], values: Values): string {
    return helm([...args, '--namespace', 'flags', '--values', '-'], JSON.stringify(values));
  }
}

/** What Helm renders of the chart of an application, with the library chart of the sidecar in it. */
export function renderApplication(values: Values = {}): readonly unknown[] {
  const directory = mkdtempSync(join(tmpdir(), 'pennon-charts-'));
  try {
    for (const name of ['pennon-sidecar', 'example-application'])
      cpSync(join('deploy/helm', name), join(directory, name), { recursive: true });
    const chart = join(directory, 'example-application');
    helm(['dependency', 'build', chart]);
    return documentsOf(helm(['template', 'shop', chart, '--values', '-'], JSON.stringify(values)));
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** Runs Helm, and returns what it writes. @throws RefusedValuesError if it fails. */
export function helm(args: readonly string[], input = ''): string {
  const { status, stdout, stderr } = spawnSync(findProgram('helm') ?? 'helm', args, {
    encoding: 'utf8',
    input,
  });
  if (status !== 0) throw new RefusedValuesError(stderr);
  return stdout;
}

/** The documents of a text of YAML that say anything. Throws where it is not YAML. */
export function documentsOf(text: string): readonly unknown[] {
  return parseAllDocuments(text)
    .map((document) => {
      const [error] = document.errors;
      if (error !== undefined) throw error;
      return document.toJS() as unknown;
    })
    .filter((document) => document !== null);
}

/** Helm says before each document which template it is of. */
function byFile(text: string): Readonly<Record<string, readonly unknown[]>> {
  const files: Record<string, unknown[]> = {};
  for (const [, file = '', body = ''] of text.matchAll(
    /^# Source: [^/]+\/templates\/(\S+)\n((?:(?!^---$).*\n?)*)/gm,
  )) {
    (files[file] ??= []).push(...documentsOf(body));
  }
  return files;
}
