import { readFileSync } from 'node:fs';

/** The directives of a section: every value that was assigned to a name, in order. */
export type Section = ReadonlyMap<string, readonly string[]>;

/** The sections of a unit file of systemd by name. Knows comments, and no lines that are continued. */
export function readUnit(file: string): ReadonlyMap<string, Section> {
  const sections = new Map<string, Map<string, string[]>>();
  let current = new Map<string, string[]>();
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const [, title] = /^\[(\w+)\]$/.exec(line) ?? [];
    if (title !== undefined) {
      current = new Map();
      sections.set(title, current);
      continue;
    }
    const [, name, value = ''] = /^(\w+)=(.*[^\\]|)$/.exec(line) ?? [];
    if (name === undefined) throw new Error(`${file}: not a directive: ${line}`);
    current.set(name, [...(current.get(name) ?? []), value]);
  }
  return sections;
}

/** The variables that `Environment=` sets. Knows no quotes and no specifiers. */
export function environmentOf(service: Section): Readonly<Record<string, string>> {
  const assignments = (service.get('Environment') ?? []).flatMap((value) => value.split(' '));
  return Object.fromEntries(
    assignments.map((assignment) => {
      const [, name = '', value = ''] = /^(\w+)=([^"'%]*)$/.exec(assignment) ?? [];
      if (name === '') throw new Error(`not a plain assignment: ${assignment}`);
      return [name, value];
    }),
  );
}
