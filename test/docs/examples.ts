import { parsers } from 'prettier/plugins/markdown';

/** A fenced code block of a page. */
export interface Example {
  /** Line of the page on which the fence begins. */
  readonly line: number;
  /** What stands behind the fence, such as `sh` or `json answer`; empty for nothing. */
  readonly fence: string;
  readonly text: string;
  /** Why it is not run here; undefined for what is run. */
  readonly notRun: string | undefined;
  /** The exit code that its last command ends with. */
  readonly exitCode: number;
}

/** What the tests read of the syntax tree of Markdown. */
interface Node {
  readonly type: string;
  readonly value?: string;
  readonly lang?: string | null;
  readonly meta?: string | null;
  readonly position: { readonly start: { readonly line: number } };
  readonly children?: readonly Node[];
}

/** The fences that are no examples: drawings, and what a program says. */
const NO_EXAMPLE = 'text';

/** The examples of a page, in their order. @param page Its Markdown. */
export function examplesOf(page: string): readonly Example[] {
  // This parser takes no options and answers at once, which the types of Prettier do not say, nor what the tree is.
  const tree: unknown = parsers.markdown.parse(page, {} as never);
  return examplesIn(tree as Node).filter(({ fence }) => fence !== NO_EXAMPLE);
}

function examplesIn({ children = [] }: Node): readonly Example[] {
  return children.flatMap((node, index) => {
    if (node.type !== 'code') return examplesIn(node);
    const before = children[index - 1];
    const comment = before?.type === 'html' ? (before.value ?? '') : '';
    return {
      line: node.position.start.line,
      fence: [node.lang, node.meta].filter(Boolean).join(' '),
      text: node.value ?? '',
      notRun: /^<!-- not run: (.+) -->$/.exec(comment)?.[1],
      exitCode: Number(/^<!-- exit code (\d+) -->$/.exec(comment)?.[1] ?? 0),
    };
  });
}
