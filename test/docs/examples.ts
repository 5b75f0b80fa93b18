import MarkdownIt from 'markdown-it';

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

/** The fences that are no examples: drawings, and what a program says. */
const NO_EXAMPLE = 'text';

/** The examples of a page, in their order. @param page Its Markdown. */
export function examplesOf(page: string): readonly Example[] {
  const tokens = new MarkdownIt({ html: true }).parse(page, {});
  return tokens.flatMap((token, index) => {
    const fence = token.info.trim();
    if ((token.type !== 'fence' && token.type !== 'code_block') || fence === NO_EXAMPLE) return [];
    const before = tokens[index - 1];
    const comment = before?.type === 'html_block' ? before.content.trim() : '';
    return {
      line: (token.map?.[0] ?? 0) + 1,
      fence,
      text: token.content.replace(/\n$/, ''),
      notRun: /^<!-- not run: (.+) -->$/.exec(comment)?.[1],
      exitCode: Number(/^<!-- exit code (\d+) -->$/.exec(comment)?.[1] ?? 0),
    };
  });
}
