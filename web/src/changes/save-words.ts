import { useQuery } from '@tanstack/react-query';
import { asksForReview, isAbout, policyQuery, type PolicySubject } from '@/api/policy';
import { changesCopy } from '@/copy/changes';

/** What a form saves, as far as the policy of its namespace is about it. */
export type SavedSubject = PolicySubject & { readonly namespaceKey: string };

/** What the button of a form says: what it does, or that it asks for review where the policy of the namespace does. */
export function useSaveWords(subject: SavedSubject, words: string): string {
  const { data: policy } = useQuery(policyQuery(subject.namespaceKey));
  if (policy === undefined || policy === null) return words;
  return asksForReview(policy) && isAbout(policy, subject) ? changesCopy.review.ask : words;
}
