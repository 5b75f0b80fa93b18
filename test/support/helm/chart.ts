import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { Templates } from './template';

type Values = Readonly<Record<string, unknown>>;

/** What is not the chart's to say: how it is installed. */
const release = { Name: 'pennon', Namespace: 'flags', Service: 'Helm' };

/** The chart of this repository. */
export class Chart {
  private readonly templates = new Templates();
  private readonly files: ReadonlyMap<string, (dot: unknown) => string>;
  private readonly meta: Values;
  private readonly defaults: Values;

  /** @param releaseName What it is called where it is installed. */
  constructor(
    private readonly directory = 'deploy/helm/pennon',
    private readonly releaseName = release.Name,
  ) {
    const names = readdirSync(join(directory, 'templates'));
    this.files = new Map(names.map((name) => [name, this.templates.read(this.text(`templates/${name}`))]));
    this.meta = parse(this.text('Chart.yaml')) as Values;
    this.defaults = parse(this.text('values.yaml')) as Values;
  }

  /** The manifests, with these values in place of the chart's own. Throws where a template would fail. */
  render(values: Values = {}): readonly unknown[] {
    return Object.values(this.renderFiles(values)).flat();
  }

  /** The same by the file of the template. */
  renderFiles(values: Values = {}): Readonly<Record<string, readonly unknown[]>> {
    const { name: Name, version: Version, appVersion: AppVersion } = this.meta;
    const dot = {
      Values: merged(this.defaults, values),
      Release: { ...release, Name: this.releaseName },
      Chart: { Name, Version, AppVersion },
    };
    const manifests = [...this.files].filter(([file]) => file.endsWith('.yaml'));
    return Object.fromEntries(manifests.map(([file, write]) => [file, documentsOf(write(dot))]));
  }

  /** What is told after an installation. */
  notes(): string {
    const write = this.files.get('NOTES.txt');
    return write?.({ Values: this.defaults, Release: release }) ?? '';
  }

  /** A template that other charts include, as YAML. */
  include(name: string, dot: Values): unknown {
    return parse(this.templates.include(name, dot));
  }

  private text(path: string): string {
    return readFileSync(join(this.directory, path), 'utf8');
  }
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

function merged(base: unknown, over: unknown): unknown {
  if (!isMap(base) || !isMap(over)) return over;
  const all = Object.entries(over).map(([key, value]) => [
    key,
    key in base ? merged(base[key], value) : value,
  ]);
  return { ...base, ...(Object.fromEntries(all) as Values) };
}

function isMap(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
