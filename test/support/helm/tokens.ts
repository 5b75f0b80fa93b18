/** A piece of a template: text that is written as it is, or what stands between braces. */
export type Piece = { readonly text: string } | { readonly action: string };

/** Cuts a template into pieces, with the white space gone that `{{-` and `-}}` take away. */
export function piecesOf(template: string): readonly Piece[] {
  const pieces: Piece[] = [];
  const actions = /\{\{(- )?\s*(\/\*[\s\S]*?\*\/|[\s\S]*?)\s*( -)?\}\}/g;
  let end = 0;
  let trims = false;
  for (const match of template.matchAll(actions)) {
    const [whole, before, action = '', after] = match;
    pieces.push(textBetween(template.slice(end, match.index), trims, before !== undefined));
    if (!action.startsWith('/*')) pieces.push({ action });
    end = match.index + whole.length;
    trims = after !== undefined;
  }
  pieces.push(textBetween(template.slice(end), trims, false));
  return pieces;
}

function textBetween(text: string, trimsStart: boolean, trimsEnd: boolean): Piece {
  const rest = trimsStart ? text.trimStart() : text;
  return { text: trimsEnd ? rest.trimEnd() : rest };
}

/** Words of an action: literals, names, paths and signs. */
export function wordsOf(action: string): readonly string[] {
  const words = /"(?:[^"\\]|\\.)*"|:=|[()|,]|\$?[\w.]+|\$/g;
  const found = action.match(words) ?? [];
  if (found.join('') !== action.replaceAll(/\s+(?=(?:[^"]*"[^"]*")*[^"]*$)/g, ''))
    throw new Error(`the action is not understood: ${action}`);
  return found;
}
