import type { MessageInitShape } from '@bufbuild/protobuf';
import { reviewerText } from '@pennon/domain';
import type { pennonChanges } from '@pennon/proto';

type Reviewer = pennonChanges.RequiredReviewer;

/** A required reviewer as it is sent. */
type WantedReviewer = Exclude<MessageInitShape<typeof pennonChanges.RequiredReviewerSchema>, Reviewer>;

/** `role:admin`, `group:payments` or `person:ana@example.org`. @throws Error if it is none of these. */
export function readReviewer(text: string): WantedReviewer {
  const { kind, value } = /^(?<kind>role|group|person):(?<value>.+)$/.exec(text)?.groups ?? {};
  if (value === undefined)
    throw new Error(
      `--required-reviewer takes role:NAME, group:NAME, person:ADDRESS or none, not ${JSON.stringify(text)}`,
    );
  return { reviewer: { case: kind as 'role' | 'group' | 'person', value } };
}

/** What {@link readReviewer} reads. */
export function requiredReviewerText({ reviewer: { case: kind, value: name } }: Reviewer): string {
  return kind === undefined ? 'somebody whom this version does not know' : reviewerText({ kind, name });
}
