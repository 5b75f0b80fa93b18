import { create } from '@bufbuild/protobuf';
import { Controller } from '@nestjs/common';
import { presentAuthor, presentPlace, Rpc } from '@pennon/api';
import { NamespaceHistory, stateText } from '@pennon/changes';
import {
  readRevision,
  resolveNamespaceKey,
  type Revision,
  revisionText,
  subjectKinds,
  type SubjectKey,
} from '@pennon/domain';
import { pennonChanges, timestampOf } from '@pennon/proto';
import type { SubjectState } from '@pennon/state';
import { presentFlag } from '../flags/flags.controller';
import { presentRollout } from '../rollouts/rollouts.presenter';
import { presentRule } from '../rules/rules.controller';
import { presentSegment } from '../segments/segments.controller';
import { FlagsLastAsked } from './last-asked';

const { method } = pennonChanges.ChangeService;

/** Tells of one flag, segment or namespace what it was, and who made it what it is. */
@Controller()
export class SubjectsController {
  constructor(
    private readonly history: NamespaceHistory,
    private readonly lastAsked: FlagsLastAsked,
  ) {}

  /** @throws NotFoundError if the revision is not known, or the subject was not there then. */
  @Rpc(method.getSubject)
  async get(request: pennonChanges.GetSubjectRequest): Promise<pennonChanges.Subject> {
    const subject = subjectOf(request);
    const asked = request.revision === 'latest' ? undefined : readRevision('revision', request.revision);
    const namespaceKey = resolveNamespaceKey(request.namespaceKey);
    const { kind, key } = subject;
    if (asked === undefined && kind !== 'namespace') return this.present(namespaceKey, { kind, key });
    return presentSubject(subject, await this.history.stateAt(namespaceKey, asked, subject));
  }

  /** A flag or a segment as it is now. */
  private async present(
    namespaceKey: string,
    subject: { readonly kind: 'flag' | 'segment'; readonly key: string },
  ): Promise<pennonChanges.Subject> {
    const { flag, segment, ...found } = await this.history.present(namespaceKey, subject);
    const message = presentSubject(subject, found);
    message.rows = create(pennonChanges.RowsSchema, {
      ...(flag && {
        flag: presentFlag(flag),
        rules: flag.rules.map(presentRule),
        rollouts: flag.rollouts.map(presentRollout),
      }),
      ...(segment && { segment: presentSegment(segment) }),
    });
    if (flag) message.lastAsked = await this.lastAsked.of({ namespaceKey, flagKey: flag.key });
    return message;
  }

  /** @throws NotFoundError if the subject is not there now. */
  @Rpc(method.blameSubject)
  async blame(request: pennonChanges.BlameSubjectRequest): Promise<pennonChanges.Blame> {
    const subject = subjectOf(request);
    const blamed = await this.history.blame(resolveNamespaceKey(request.namespaceKey), subject);
    const parts = blamed.map(({ part, item, revision: entry }) =>
      create(pennonChanges.BlamedPartSchema, {
        place: presentPlace({ ...subject, part, item }),
        ...(entry !== undefined && {
          revision: revisionText(entry),
          author: presentAuthor(entry.author),
          at: timestampOf(entry.at),
        }),
      }),
    );
    return create(pennonChanges.BlameSchema, { parts });
  }
}

function presentSubject(
  subject: SubjectKey,
  { revision, state }: { readonly revision: Revision; readonly state: SubjectState },
): pennonChanges.Subject {
  return create(pennonChanges.SubjectSchema, {
    ...subject,
    ...{ revision: revisionText(revision), state: stateText(state) },
  });
}

/** What a request is about, which the law of its kind has looked at. */
function subjectOf(request: { readonly kind: string; readonly key: string }): SubjectKey {
  const kind = subjectKinds.find((word) => word === request.kind) ?? 'namespace';
  return { kind, key: request.key };
}
