import { scriptQuote as quote } from './quote';
import { fallbackOf, TOKEN_PLACEHOLDER, type Snippet, type SnippetQuestion } from './snippet';

export function node(question: SnippetQuestion): Snippet {
  const { origin, namespaceKey, flagKey, isBoolean, entityId } = question;
  return {
    install: 'npm install @flipt-io/flipt',
    code: `import { ClientTokenAuthentication, FliptClient } from '@flipt-io/flipt';

const client = new FliptClient({
  url: ${quote(origin)},
  authenticationStrategy: new ClientTokenAuthentication(${quote(TOKEN_PLACEHOLDER)}),
});

let value = ${fallbackOf(isBoolean, quote)};
try {
  const answer = await client.evaluation.${isBoolean ? 'boolean' : 'variant'}({
    namespaceKey: ${quote(namespaceKey)},
    flagKey: ${quote(flagKey)},
    entityId: ${quote(entityId)},
    context: ${record(question)},
  });
  value = ${isBoolean ? 'answer.enabled' : 'answer.variantKey'};
} catch (error) {
  console.error(error);
}`,
  };
}

export function react(question: SnippetQuestion): Snippet {
  const { origin, namespaceKey, flagKey, isBoolean, entityId } = question;
  const hook = isBoolean ? 'useFliptBoolean' : 'useFliptVariant';
  const options = [
    `  url: ${quote(origin)},`,
    `  authentication: { clientToken: ${quote(TOKEN_PLACEHOLDER)} },`,
  ].join('\n');
  return {
    install: 'npm install @flipt-io/flipt-client-react',
    code: `import { FliptProvider, ${hook} } from '@flipt-io/flipt-client-react';

const options = {
${options}
};

export function App() {
  return (
    <FliptProvider namespace={${quote(namespaceKey)}} options={options}>
      <Feature />
    </FliptProvider>
  );
}

function Feature() {
  const value = ${hook}(
    ${quote(flagKey)},
    ${fallbackOf(isBoolean, quote)},
    ${quote(entityId)},
    ${record(question)},
  );
  return <p>{String(value)}</p>;
}`,
  };
}

export function openFeature(question: SnippetQuestion): Snippet {
  const { origin, namespaceKey, flagKey, isBoolean, entityId, context } = question;
  const asked = record({ context: [['targetingKey', entityId], ...context] });
  return {
    install: 'npm install @openfeature/server-sdk @openfeature/ofrep-provider',
    code: `import { OFREPProvider } from '@openfeature/ofrep-provider';
import { OpenFeature } from '@openfeature/server-sdk';

const provider = new OFREPProvider({
  baseUrl: ${quote(origin)},
  headers: [
    ['Authorization', ${quote(`Bearer ${TOKEN_PLACEHOLDER}`)}],
    ['X-Flipt-Namespace', ${quote(namespaceKey)}],
  ],
});
await OpenFeature.setProviderAndWait(provider);

const value = await OpenFeature.getClient().${isBoolean ? 'getBooleanValue' : 'getStringValue'}(
  ${quote(flagKey)},
  ${fallbackOf(isBoolean, quote)},
  ${asked},
);`,
  };
}

function record({ context }: Pick<SnippetQuestion, 'context'>): string {
  if (context.length === 0) return '{}';
  return `{ ${context.map(([name, value]) => `${memberName(name)}: ${quote(value)}`).join(', ')} }`;
}

function memberName(name: string): string {
  if (name === '__proto__') return `[${quote(name)}]`;
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quote(name);
}
