import { exactJson, sameExactJson } from '../exact-json';

/** The wanted attachment, or the stored one if both mean the same, however they are written. */
export function keptAttachment(stored: string, wanted: string): string {
  if (stored === wanted) return stored;
  try {
    return sameExactJson(exactJson(stored), exactJson(wanted)) ? stored : wanted;
  } catch {
    return wanted;
  }
}
