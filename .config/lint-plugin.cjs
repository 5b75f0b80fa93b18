// Rules of this house, for oxlint: what may not stand in code, as selectors of syntax.
const texts = require('./web-texts.cjs');

/** A rule that finds what any of the selectors does. */
const forbid = (message, selectors) => ({
  create: (context) =>
    Object.fromEntries(selectors.map((selector) => [selector, (node) => context.report({ node, message })])),
});

module.exports = {
  meta: { name: 'pennon' },
  rules: {
    'no-enum': forbid('Use a union of string literals.', ['TSEnumDeclaration']),
    'no-texts': forbid('What people read or hear is written in web/src/copy.', texts),
  },
};
