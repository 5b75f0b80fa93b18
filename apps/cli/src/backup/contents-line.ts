import type { BackupContents } from '@pennon/storage';

/** `2 namespaces, 120 flags and 628 revisions (5,321 rows)` */
export function contentsLine({ tables, rows }: Pick<BackupContents, 'tables' | 'rows'>): string {
  const count = (table: string, noun: string): string => counted(tables.get(table) ?? 0, noun);
  return (
    `${count('namespaces', 'namespace')}, ${count('flags', 'flag')} and ${count('revisions', 'revision')} ` +
    `(${counted(rows, 'row')})`
  );
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}
