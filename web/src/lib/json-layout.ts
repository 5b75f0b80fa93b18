import { jsonTokens } from './json-tokens';

const INDENT = '  ';

/**
 * JSON over several lines, indented, with every value spelled as it was.
 *
 * @throws SyntaxError for what is no JSON.
 */
export function laidOutJson(text: string): string {
  const all = jsonTokens(text);
  let depth = 0;
  return all
    .map((token, index) => {
      const isEmpty = /^[[{]$/.test(all[index - 1] ?? '') && /^[\]}]$/.test(token);
      if (token === '{' || token === '[') depth += 1;
      if (token === '}' || token === ']') depth -= 1;
      const line = `\n${INDENT.repeat(depth)}`;
      if (token === '}' || token === ']') return isEmpty ? token : line + token;
      if (token === ':') return ': ';
      const opens = (token === '{' || token === '[') && !/^[\]}]$/.test(all[index + 1] ?? '');
      return opens || token === ',' ? token + line : token;
    })
    .join('');
}
