// Rules of this house, for oxlint: what may not stand in code, as selectors of syntax.
const texts = require('./web-texts.cjs');

/** A rule that finds what any of the selectors does. */
const forbid = (message, selectors) => ({
  create: (context) =>
    Object.fromEntries(selectors.map((selector) => [selector, (node) => context.report({ node, message })])),
});

/** How wide a line of a comment may be. The formatter wraps code and leaves comments alone. */
const COMMENT_WIDTH = 120;

/** Addresses and orders to the linter cannot be wrapped. */
const UNWRAPPABLE = /https?:\/\/|oxlint-disable/;

const commentWidth = {
  create: ({ sourceCode, report }) => ({
    Program() {
      for (const comment of sourceCode.getAllComments()) {
        const { start, end } = comment.loc;
        const lines = sourceCode.lines.slice(start.line - 1, end.line);
        if (lines.some((line) => line.length > COMMENT_WIDTH && !UNWRAPPABLE.test(line)))
          report({
            loc: comment.loc,
            message: `Wrap the comment: a line is wider than ${COMMENT_WIDTH} columns.`,
          });
      }
    },
  }),
};

module.exports = {
  meta: { name: 'pennon' },
  rules: {
    'comment-width': commentWidth,
    'no-enum': forbid('Use a union of string literals.', ['TSEnumDeclaration']),
    'no-texts': forbid('What people read or hear is written in web/src/copy.', texts),
  },
};
