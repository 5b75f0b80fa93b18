const UUID = /\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/g;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/**
 * Replaces what differs from run to run by placeholders, as the recorded answers have them: the namespace of the run,
 * ids, times, durations and page tokens. The same id gets the same placeholder throughout one scenario, so that it
 * still shows whether two answers are about the same thing.
 */
export class Placeholders {
  private readonly ids = new Map<string, string>();

  /** @param namespaceKey The run's own namespace; must not occur in any text by chance. */
  constructor(private readonly namespaceKey: string) {}

  /** Replaces within a value of JSON. @param member Name of the member that holds it. */
  replaceIn(value: unknown, member = ''): unknown {
    if (typeof value === 'string') return this.replaceInText(value, member);
    if (typeof value === 'number') return member.endsWith('DurationMillis') ? '<duration>' : value;
    if (Array.isArray(value)) return this.replaceInList(value, member);
    if (typeof value !== 'object' || value === null) return value;
    const members = Object.entries(value);
    return Object.fromEntries(
      members.map(([name, item]) => [this.replaceInText(name), this.replaceIn(item, name)]),
    );
  }

  private replaceInText(text: string, member = ''): string {
    if (TIME.test(text)) return '<time>';
    if (member === 'nextPageToken' && text !== '') return '<page-token>';
    return text
      .replaceAll(this.namespaceKey, '<ns>')
      .replace(/pageToken=[^&]+/, 'pageToken=<page-token>')
      .replaceAll(UUID, (id) => this.placeholderOf(id));
  }

  /** Segment keys are a set: their order means nothing. */
  private replaceInList(items: readonly unknown[], member: string): unknown[] {
    const inOrder = member === 'segmentKeys' ? [...items].sort() : items;
    return inOrder.map((item) => this.replaceIn(item, member));
  }

  private placeholderOf(id: string): string {
    const known = this.ids.get(id);
    if (known !== undefined) return known;
    const placeholder = `<uuid:${this.ids.size + 1}>`;
    this.ids.set(id, placeholder);
    return placeholder;
  }
}
