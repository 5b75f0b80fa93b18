import { eventually } from '../../../support/eventually';
import { jsonOf, type Answer, type Api, type Request } from '../../../support/http';

/** A namespace of the writer as it is exported. */
export interface Exported {
  readonly revision: number;
  /** JSON text. */
  readonly document: string;
}

/** Sees to it that the reader gets the namespace; resolves when it may have it, or does. */
export type Deliver = (namespaceKey: string, exported: Exported) => Promise<void>;

const evaluation = /^\/(evaluate\/|ofrep\/|api\/v1\/evaluate|api\/v1\/batch-evaluate)|\/(batch-)?evaluate$/;

/**
 * A writer and a reader that lives from its documents, as one API: what evaluates is asked of both, which have to
 * agree, and all else of the writer.
 */
export class BothSides implements Api {
  private isDirty = true;
  /** How many evaluations were answered by both in the same way. */
  agreed = 0;

  /** @param namespaceKey The one in which things are changed. */
  constructor(
    private readonly writer: Api,
    private readonly reader: Api,
    private readonly namespaceKey: string,
    private readonly deliver: Deliver,
  ) {}

  async send(request: Request): Promise<Answer> {
    const wanted = await this.writer.send(request);
    if (!evaluation.test(request.path)) {
      this.isDirty ||= request.verb !== 'GET';
      return wanted;
    }
    if (this.isDirty) await this.sync();
    const answer = await eventually(async () => {
      const given = await this.reader.send(request);
      expect(comparable(given)).toEqual(comparable(wanted));
      return given;
    });
    this.agreed++;
    return answer;
  }

  private async sync(): Promise<void> {
    const path = `/api/v1/namespaces/${this.namespaceKey}/document`;
    const answer = await this.writer.send({ path });
    if (answer.status === 200) {
      const { revision, document } = jsonOf(answer) as { revision: string; document: string };
      await this.deliver(this.namespaceKey, { revision: Number.parseInt(revision), document });
    }
    this.isDirty = false;
  }
}

/** An answer without what differs from one to the next. */
function comparable({ status, body }: Answer): unknown {
  const text = body
    .toString()
    .replaceAll(/"(requestId|timestamp|request_id)":"[^"]*"/g, '"$1":""')
    .replaceAll(/"requestDurationMillis":[\d.e-]+/g, '"requestDurationMillis":0');
  return { status, text };
}
