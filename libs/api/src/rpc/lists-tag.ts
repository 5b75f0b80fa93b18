/**
 * Tells whether a list of entity tags, as `If-None-Match` has it, holds a tag.
 *
 * Weak and strong tags, quoted and bare ones are the same here: the snapshot's tags are bare, and some of its clients
 * send back all they were ever given. `*` stands for no tag, because whoever sends it holds no particular answer.
 * Source: RFC 9110, 13.1.2.
 */
export function listsTag(list: string, tag: string): boolean {
  // What most clients send.
  if (list === tag) return true;
  const wanted = opaquePart(tag);
  return list.split(',').some((item) => opaquePart(item.trim()) === wanted);
}

function opaquePart(tag: string): string {
  const strong = tag.startsWith('W/') ? tag.slice('W/'.length) : tag;
  return /^"(.*)"$/.exec(strong)?.[1] ?? strong;
}
