/** Attributes that people read or hear. */
const heard =
  '/^(aria-(label|description|roledescription|placeholder|valuetext)|alt|description|emptyText|error|heading|hint|label|message|placeholder|reason|summary|text|title)$/';

/** A text with a letter in it: a separator means the same to everybody. */
const text = String.raw`Literal[value=/\p{L}/u]`;
const template = String.raw`TemplateLiteral > TemplateElement[value.cooked=/\p{L}/u]`;

/** Also where a condition decides whether the text shows; what a condition compares with is seen by nobody. */
const ways = ['', '> ConditionalExpression', '> LogicalExpression'];

const inBraces = (parent) =>
  ways.flatMap((way) =>
    [text, template].map((shown) => `${parent} > JSXExpressionContainer ${way} > ${shown}`),
  );

/** Errors that the code throws at itself are for whoever writes it. */
const outsideErrors = ':not(NewExpression) >';

/**
 * No text of the dashboard outside web/src/copy: selectors of texts between tags, of those of attributes that people read or
 * hear, and of whatever else reads like a sentence.
 */
module.exports = [
  String.raw`JSXText[value=/\p{L}/u]`,
  `JSXAttribute[name.name=${heard}] > ${text}`,
  ...inBraces(':matches(JSXElement, JSXFragment)'),
  ...inBraces(`JSXAttribute[name.name=${heard}]`),
  String.raw`${outsideErrors} Literal[value=/^\p{Lu}[\p{Ll}']+,? \p{L}/u]`,
  String.raw`${outsideErrors} TemplateLiteral > TemplateElement[value.cooked=/^\p{Lu}[\p{Ll}']+,? \p{Ll}|\p{Ll} \p{Ll}+[.?…]$/u]`,
];
