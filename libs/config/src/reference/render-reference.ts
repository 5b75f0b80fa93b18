import { harmlessSections, reservedKeys, reservedSections } from '../reserved';
import { type NamedSetting, namedSettings } from '../setting-index';
import { introduction } from './introduction';

/** Returns the reference of all settings, in Markdown: what `docs/settings.md` holds, to the byte. */
export function renderReference(): string {
  const sections = [...new Set(namedSettings.map(sectionOf))].map((section) =>
    renderSection(
      section,
      namedSettings.filter((named) => sectionOf(named) === section),
    ),
  );
  return `${[introduction, ...sections, renderReserved()].join('\n\n')}\n`;
}

/** The first part of a key; the root of the file for a key of one part. */
function sectionOf({ key }: NamedSetting): string {
  return key.includes('.') ? key.slice(0, key.indexOf('.')) : 'root';
}

function renderSection(section: string, rows: readonly NamedSetting[]): string {
  return [
    `## ${section}`,
    '',
    '| Key | Environment variable | Type | Default | Meaning |',
    '| --- | --- | --- | --- | --- |',
    ...rows.map(renderRow),
  ].join('\n');
}

function renderRow({ key, variable, setting }: NamedSetting): string {
  const meaning = setting.isIgnored ? `*No effect.* ${setting.description}` : setting.description;
  const cells = [`\`${key}\``, `\`${variable}\``, setting.kind.type, setting.defaultText, meaning];
  return `| ${cells.join(' | ')} |`;
}

function renderReserved(): string {
  return [
    '## Not supported yet',
    '',
    'These parts of the configuration format are known, but not implemented by this version.',
    '',
    `* Sections ${codes(reservedSections)}: accepted while they are switched off, and named in a warning. Any ` +
      '`enabled` or `required` in them that is not false stops the start.',
    `* Sections ${codes(harmlessSections)} and keys ${codes(reservedKeys)}: accepted, without effect, and named ` +
      'in a warning.',
  ].join('\n');
}

function codes(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}
