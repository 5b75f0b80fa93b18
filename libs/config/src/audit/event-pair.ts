import { InvalidValueError, type Kind, scalar } from '../kinds/kind';

const nouns = [
  ...['*', 'namespace', 'flag', 'variant', 'segment', 'constraint', 'rule', 'distribution', 'rollout'],
  ...['token', 'login', 'dead_letter'],
];
const verbs = ['*', 'created', 'updated', 'deleted', 'imported', 'succeeded', 'refused', 'replayed'];

/** What happens to what: `flag:created`, `*:deleted`. */
export const eventPair: Kind<string> = scalar('`noun:verb`', (text) => {
  const [noun = '', verb, ...rest] = text.split(':');
  if (verb === undefined || rest.length > 0)
    throw new InvalidValueError(`invalid event pair: ${text}`, { unquoted: 'invalid event pair' });
  if (!nouns.includes(noun))
    throw new InvalidValueError(`invalid noun: ${noun}`, { unquoted: 'invalid noun' });
  if (!verbs.includes(verb))
    throw new InvalidValueError(`invalid verb: ${verb}`, { unquoted: 'invalid verb' });
  return text;
});
