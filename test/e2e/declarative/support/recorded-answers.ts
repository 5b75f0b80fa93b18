import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { jsonOf, jsonRequest, type Api } from '../../../support/http';

const DIRECTORY = join(__dirname, '../../../conformance/fixtures');

/** A question that the reference was asked of a fixture, and its answer. */
interface Recorded {
  readonly kind: 'variant' | 'boolean';
  readonly request: object;
  readonly answer: Readonly<Record<string, unknown>>;
}

/** Documents that the reference answered questions about. */
export const fixtures = ['shop.yaml', 'two-namespaces.yaml', 'large.json'] as const;

/** The text of a fixture. */
export function fixtureText(name: (typeof fixtures)[number]): string {
  return readFileSync(join(DIRECTORY, name), 'utf8');
}

/** How many questions are under way at once. */
const AT_ONCE = 16;

/** Asks all that was recorded of a fixture, and returns the questions that are answered in another way. */
export async function disagreements(
  api: Api,
  name: (typeof fixtures)[number],
): Promise<{ readonly asked: number; readonly others: readonly unknown[] }> {
  const file = join(DIRECTORY, name.replace(/\.\w+$/, '.answers.json'));
  const recorded = JSON.parse(readFileSync(file, 'utf8')) as readonly Recorded[];
  const others: unknown[] = [];
  for (let start = 0; start < recorded.length; start += AT_ONCE) {
    await Promise.all(
      recorded.slice(start, start + AT_ONCE).map(async ({ kind, request, answer: wanted }) => {
        const answer = jsonOf(await api.send(jsonRequest('POST', `/evaluate/v1/${kind}`, request)));
        const given = Object.fromEntries(
          Object.keys(wanted).map((member) => [member, (answer as Record<string, unknown>)[member]]),
        );
        if (JSON.stringify(comparable(given)) !== JSON.stringify(comparable(wanted)))
          others.push({ request, wanted, given });
      }),
    );
  }
  return { asked: recorded.length, others };
}

/**
 * Without the orders in which the reference is not to be followed: of members of attachments and of several segments.
 */
function comparable(answer: Recorded['answer']): unknown {
  const { variantAttachment = '', segmentKeys } = answer;
  return {
    ...answer,
    variantAttachment: variantAttachment === '' ? '' : inOrder(JSON.parse(String(variantAttachment))),
    segmentKeys: Array.isArray(segmentKeys) ? segmentKeys.map(String).sort() : segmentKeys,
  };
}

function inOrder(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(inOrder);
  if (typeof json !== 'object' || json === null) return json;
  const members = Object.entries(json).map(([name, value]) => [name, inOrder(value)] as const);
  return Object.fromEntries(members.sort(([one], [other]) => (one < other ? -1 : 1)));
}
