import { doubleQuote, literalQuote } from './quote';
import { fallbackOf, TOKEN_PLACEHOLDER, type Snippet, type SnippetQuestion } from './snippet';

export function python(question: SnippetQuestion): Snippet {
  const { origin, namespaceKey, flagKey, isBoolean, entityId, context } = question;
  const pairs = context.map(([name, value]) => `${doubleQuote(name)}: ${doubleQuote(value)}`).join(', ');
  return {
    install: 'pip install flipt',
    code: `import logging

from flipt import FliptClient
from flipt.authentication import ClientTokenAuthentication
from flipt.evaluation import EvaluationRequest

client = FliptClient(
    url=${doubleQuote(origin)},
    authentication=ClientTokenAuthentication(${doubleQuote(TOKEN_PLACEHOLDER)}),
)

value = ${fallbackOf(isBoolean, doubleQuote, 'False')}
try:
    answer = client.evaluation.${isBoolean ? 'boolean' : 'variant'}(
        EvaluationRequest(
            namespace_key=${doubleQuote(namespaceKey)},
            flag_key=${doubleQuote(flagKey)},
            entity_id=${doubleQuote(entityId)},
            context={${pairs}},
        )
    )
    value = answer.${isBoolean ? 'enabled' : 'variant_key'}
except Exception as error:
    logging.error(error)`,
  };
}

export function ruby(question: SnippetQuestion): Snippet {
  const { origin, namespaceKey, flagKey, isBoolean, entityId, context } = question;
  const pairs = context.map(([name, value]) => `${literalQuote(name)} => ${literalQuote(value)}`).join(', ');
  return {
    install: 'gem install flipt_client',
    code: `require 'flipt_client'

client = Flipt::Client.new(
  url: ${literalQuote(origin)},
  namespace: ${literalQuote(namespaceKey)},
  authentication: Flipt::ClientTokenAuthentication.new(${literalQuote(TOKEN_PLACEHOLDER)})
)

value = begin
  client.${isBoolean ? 'evaluate_boolean' : 'evaluate_variant'}(
    flag_key: ${literalQuote(flagKey)},
    entity_id: ${literalQuote(entityId)},
    context: {${pairs === '' ? '' : ` ${pairs} `}}
  ).${isBoolean ? 'enabled' : 'variant_key'}
rescue StandardError => error
  warn error.message
  ${fallbackOf(isBoolean, literalQuote)}
end`,
  };
}

export function php(question: SnippetQuestion): Snippet {
  const { origin, namespaceKey, flagKey, isBoolean, entityId, context } = question;
  const pairs = context.map(([name, value]) => `${literalQuote(name)} => ${literalQuote(value)}`).join(', ');
  return {
    install: 'composer require flipt-io/flipt',
    code: `<?php

require 'vendor/autoload.php';

use Flipt\\Client\\ClientTokenAuthentication;
use Flipt\\Client\\FliptClient;

$client = new FliptClient(
    host: ${literalQuote(origin)},
    namespace: ${literalQuote(namespaceKey)},
    authentication: new ClientTokenAuthentication(${literalQuote(TOKEN_PLACEHOLDER)}),
);

// The second value is the answer where the server gives none.
$value = $client->${isBoolean ? 'booleanValue' : 'variantValue'}(
    ${literalQuote(flagKey)},
    ${fallbackOf(isBoolean, literalQuote)},
    [${pairs}],
    ${literalQuote(entityId)},
);`,
  };
}
