import { Controller } from '@nestjs/common';
import { type PreparedAnswer, Rpc, type RpcCall } from '@pennon/api';
import { fliptEvaluation } from '@pennon/proto';
import { FreshSnapshots } from '../evaluating/fresh-snapshots';
import { ClientSnapshots } from './client-snapshots';
import { clientCapabilities } from './client-version';

type Answer =
  | PreparedAnswer<typeof fliptEvaluation.EvaluationNamespaceSnapshotSchema>
  | fliptEvaluation.EvaluationNamespaceSnapshot;

/** What the handler returns for a caller who holds the snapshot already. */
const notSent: fliptEvaluation.EvaluationNamespaceSnapshot = {
  $typeName: 'flipt.evaluation.EvaluationNamespaceSnapshot',
  flags: [],
};

const { method } = fliptEvaluation.DataService;

/** Feeds the clients that evaluate on their own side. */
@Controller()
export class ClientSnapshotController {
  private readonly clientSnapshots = new ClientSnapshots();

  constructor(private readonly snapshots: FreshSnapshots) {}

  /** A namespace that does not exist has a snapshot without flags, so that its clients can start before it does. */
  @Rpc(method.evaluationSnapshotNamespace)
  get({ key }: fliptEvaluation.EvaluationNamespaceSnapshotRequest, call: RpcCall): Answer | Promise<Answer> {
    return this.snapshots.answerFrom(key, call, (snapshot): Answer => {
      const tag = this.clientSnapshots.tagOf(snapshot);
      if (tag !== undefined && call.tagAnswer(tag)) return notSent;
      const capabilities = clientCapabilities(call.header('x-flipt-accept-server-version'));
      return this.clientSnapshots.of(snapshot, key, capabilities);
    });
  }
}
