import { FrontendMessages, textsIn, type FrontendMessage } from './frontend-messages';

/** The statements that the client of one connection to PostgreSQL has executed, whichever way it sends them. */
export class StatementLog {
  private readonly messages = new FrontendMessages();
  /** Texts of prepared statements, by name. */
  private readonly prepared = new Map<string, string>();
  /** Texts of statements that are bound to parameters, by the names of their portals. */
  private readonly portals = new Map<string, string>();

  /** @param executed Is told of every statement. */
  constructor(private readonly executed: (sql: string) => void) {}

  /** Takes bytes that the client has sent. */
  take(bytes: Buffer): void {
    for (const message of this.messages.take(bytes)) this.note(message);
  }

  private note({ type, payload }: FrontendMessage): void {
    const [first = '', second = ''] = textsIn(payload, 2);
    if (type === 'Q') this.executed(first);
    if (type === 'P') this.prepared.set(first, second);
    if (type === 'B') this.portals.set(first, this.prepared.get(second) ?? '');
    if (type === 'E') this.executed(this.portals.get(first) ?? '');
  }
}
