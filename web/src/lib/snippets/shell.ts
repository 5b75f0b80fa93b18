import { shellQuote } from './quote';
import {
  FALLBACK_VARIANT,
  fallbackOf,
  TOKEN_PLACEHOLDER,
  type Snippet,
  type SnippetQuestion,
} from './snippet';

export function curl(question: SnippetQuestion): Snippet {
  const { origin, namespaceKey, flagKey, isBoolean, entityId } = question;
  const body = { namespaceKey, flagKey, entityId, context: Object.fromEntries(question.context) };
  const fallback = isBoolean ? { enabled: false } : { variantKey: FALLBACK_VARIANT };
  return {
    install: undefined,
    code: [
      `curl --silent --fail ${shellQuote(`${origin}/evaluate/v1/${isBoolean ? 'boolean' : 'variant'}`)} \\`,
      `  --header ${shellQuote(`Authorization: Bearer ${TOKEN_PLACEHOLDER}`)} \\`,
      `  --header 'Content-Type: application/json' \\`,
      `  --data ${shellQuote(JSON.stringify(body))} \\`,
      `  || echo ${shellQuote(JSON.stringify(fallback))}`,
    ].join('\n'),
  };
}

export function commandLine({
  origin,
  namespaceKey,
  flagKey,
  isBoolean,
  entityId,
  context,
}: SnippetQuestion): Snippet {
  return {
    install: undefined,
    code: [
      `PENNON_TOKEN=${shellQuote(TOKEN_PLACEHOLDER)} pennon evaluate \\`,
      `  --address=${shellQuote(origin)} \\`,
      `  --namespace=${shellQuote(namespaceKey)} \\`,
      `  --flag=${shellQuote(flagKey)} \\`,
      `  --entity=${shellQuote(entityId)} \\`,
      ...context.map(([name, value]) => `  --context=${shellQuote(`${name}=${value}`)} \\`),
      `  || echo ${fallbackOf(isBoolean, shellQuote)}`,
    ].join('\n'),
  };
}
