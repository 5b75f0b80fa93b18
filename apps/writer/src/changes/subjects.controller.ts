import { create } from '@bufbuild/protobuf';
import { Controller } from '@nestjs/common';
import { presentAuthor, presentPlace, Rpc } from '@pennon/api';
import { NamespaceHistory, stateText } from '@pennon/changes';
import {
  readRevision,
  resolveNamespaceKey,
  revisionText,
  subjectKinds,
  type SubjectKey,
} from '@pennon/domain';
import { pennonChanges, timestampOf } from '@pennon/proto';
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
    const { revision, state } = await this.history.stateAt(namespaceKey, asked, subject);
    const isFlagNow = subject.kind === 'flag' && asked === undefined;
    return create(pennonChanges.SubjectSchema, {
      ...subject,
      revision: revisionText(revision),
      state: stateText(state),
      ...(isFlagNow && { lastAsked: await this.lastAsked.of({ namespaceKey, flagKey: subject.key }) }),
    });
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

/** What a request is about, which the law of its kind has looked at. */
function subjectOf(request: { readonly kind: string; readonly key: string }): SubjectKey {
  const kind = subjectKinds.find((word) => word === request.kind) ?? 'namespace';
  return { kind, key: request.key };
}
